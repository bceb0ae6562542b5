import type { PublishDate } from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import { callOffPublishing } from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useDraftChange } from '../versions/use-draft-change.ts'

type Props = { draftId: string; date: PublishDate | null; onClose: () => void }

/** Asks before a draft loses its date. It stays open where somebody else was faster, and says so. */
export function CallOffDate({ draftId, date, onClose }: Props) {
  const { t } = useTranslation()
  const [confirmedBy] = useState(date?.confirmedBy ?? '')
  const callingOff = useDraftChange(callOffPublishing, onClose)
  return (
    <ConfirmDialog
      title={t('Call the date off?')}
      confirmLabel={t('Call it off')}
      keepLabel={t('Keep the date')}
      tone="danger"
      isBusy={callingOff.isBusy}
      error={callingOff.error}
      isBlocked={date === null && !callingOff.isBusy}
      onConfirm={() => void callingOff.run({ draftId })}
      onClose={onClose}
    >
      <p>{t('It stays a draft, and is not published at its date.')}</p>
      {confirmedBy !== '' && (
        <p>
          {t('That {{name}} has confirmed it is lost: a second person has to confirm it again.', { name: confirmedBy })}
        </p>
      )}
    </ConfirmDialog>
  )
}
