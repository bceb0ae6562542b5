import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { type Finding, findingText } from '../approval-finding.ts'
import { MendInDraft } from './MendInDraft.tsx'
import { StartMend } from './StartMend.tsx'

type Props = {
  finding: Finding
  place: { applicationId: string; clientId: string }
  /** The draft that has the finding; without it a draft begins with the mend. */
  draft?: DraftPage
}

/** Offers the mends of a finding to those who may change approvals. */
export function MendButton({ finding, place, draft }: Props) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const [isOpen, setOpen] = useState(false)
  if (!finding.mayBeMended || !permissions.includes('approvals:write')) return null
  const shared = { finding, place, onClose: () => setOpen(false) }
  return (
    <>
      <Button
        variant="link"
        aria-label={t('Mend this: {{finding}}', { finding: findingText(finding) })}
        onClick={() => setOpen(true)}
      >
        {t('Mend this')}
      </Button>
      {isOpen && (draft ? <MendInDraft {...shared} draft={draft} /> : <StartMend {...shared} />)}
    </>
  )
}
