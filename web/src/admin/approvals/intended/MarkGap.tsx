import { markIntendedGap } from '@gatehouse/contract/admin/approvals/intended-gaps.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ReasonDialog } from '../../../ui/ReasonDialog.tsx'
import { TextField } from '../../../ui/TextField.tsx'
import { type Finding, findingText } from '../approval-finding.ts'
import { useGapChange } from './use-gap-change.ts'

type Props = {
  finding: Finding
  place: { applicationId: string; clientId: string }
  /** The version of the matrix that has the finding. */
  version: number
}

/** Lets those who may change approvals say that a gap is meant. */
export function MarkGap({ finding, place, version }: Props) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!finding.isGap || !permissions.includes('approvals:write')) return null
  return (
    <>
      <Button
        variant="link"
        aria-label={t('This is intended: {{finding}}', { finding: findingText(finding) })}
        onClick={() => setOpen(true)}
      >
        {t('This is intended')}
      </Button>
      {isOpen && <MarkDialog {...{ finding, place, version }} onClose={() => setOpen(false)} />}
    </>
  )
}

function MarkDialog({ finding, place, version, onClose }: Props & { onClose: () => void }) {
  const { t } = useTranslation()
  const [lastDay, setLastDay] = useState('')
  const { submit, close } = useGapChange(markIntendedGap, onClose)
  return (
    <ReasonDialog
      title={t('Mark the gap as intended?')}
      confirmLabel={t('Mark as intended')}
      isBusy={submit.isBusy}
      error={submit.error}
      hasUnsaved={lastDay !== ''}
      onConfirm={(reason) => void submit.run({ ...place, version, finding: finding.key, reason, lastDay })}
      onClose={close}
      further={
        <TextField
          type="date"
          label={t('Last day')}
          hint={t('Empty: no limit.')}
          value={lastDay}
          onChange={(event) => setLastDay(event.target.value)}
        />
      }
    >
      <p>{findingText(finding)}</p>
      <p>
        {t(
          'Documents there are still denied. The check lists it apart, until it becomes another gap or its last day is over.',
        )}
      </p>
    </ReasonDialog>
  )
}
