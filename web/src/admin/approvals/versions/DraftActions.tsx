import { type DraftPage, deleteApprovalDraft } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { NewReplay } from '../replays/NewReplay.tsx'
import { isFrozen } from '../second-person/DraftRequest.tsx'
import { useMatrixFile } from '../sheets/use-matrix-file.ts'
import { CheckCaseLink } from './CheckCaseLink.tsx'
import { PublishDraft } from './PublishDraft.tsx'
import { useDraftEnd } from './use-draft-change.ts'

/** What can be done with a draft as a whole. */
export function DraftActions({ draft }: { draft: DraftPage }) {
  const { t } = useTranslation()
  const { permissions } = useSession()
  const navigate = useNavigate()
  const [asked, setAsked] = useState<'publish' | 'delete' | 'replay' | null>(null)
  const handleClose = () => setAsked(null)
  const deleting = useDraftEnd(deleteApprovalDraft, () => void navigate({ to: '/dashboard/approvalVersions' }))
  const matrixFile = useMatrixFile()
  const handleDownload = (as: 'csv' | 'xlsx') =>
    void matrixFile.run({ as, applicationId: draft.application._id, draftId: draft._id })
  const check = (
    <>
      <CheckCaseLink applicationId={draft.application._id} draftId={draft._id} />
      <Button variant="neutral" isBusy={matrixFile.isBusy} onClick={() => handleDownload('xlsx')}>
        {t('Download as xlsx')}
      </Button>
      <Button variant="neutral" isIdle={matrixFile.isBusy} onClick={() => handleDownload('csv')}>
        {t('Download as CSV')}
      </Button>
    </>
  )
  if (!permissions.includes('approvals:write')) return <div className="draft-buttons">{check}</div>
  return (
    <div className="draft-buttons">
      {!isFrozen(draft) && (
        <>
          <Button onClick={() => setAsked('publish')}>
            {draft.asksSecondPerson ? t('Ask to publish') : t('Publish')}
          </Button>
          <Button variant="neutral" onClick={() => setAsked('delete')}>
            {t('Delete the draft')}
          </Button>
        </>
      )}
      <Button variant="neutral" onClick={() => setAsked('replay')}>
        {t('Replay decisions')}
      </Button>
      {check}
      {asked === 'replay' && <NewReplay applicationId={draft.application._id} draft={draft} onClose={handleClose} />}
      {asked === 'publish' && <PublishDraft draft={draft} onClose={handleClose} />}
      {asked === 'delete' && (
        <ConfirmDialog
          title={t('Delete the draft?')}
          confirmLabel={t('Delete')}
          tone="danger"
          isBusy={deleting.isBusy}
          error={deleting.error}
          onConfirm={() => void deleting.run({ draftId: draft._id })}
          onClose={handleClose}
        >
          <p>{t('Its changes are lost. What counts stays as it is.')}</p>
        </ConfirmDialog>
      )}
    </div>
  )
}
