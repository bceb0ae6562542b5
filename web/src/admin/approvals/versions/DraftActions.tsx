import { type DraftPage, deleteApprovalDraft } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { FocusStays } from '../../../ui/FocusStays.tsx'
import { lazyDialog } from '../../../ui/lazy-dialog.tsx'
import { RowMenu } from '../../../ui/RowMenu.tsx'
import { isFrozen } from '../second-person/DraftRequest.tsx'
import { useMatrixFile } from '../sheets/use-matrix-file.ts'
import { checkCase } from './check-case.ts'
import { PublishDraft } from './PublishDraft.tsx'
import { useDraftEnd } from './use-draft-change.ts'

const NewReplay = lazyDialog(() => import('../replays/NewReplay.tsx'), 'NewReplay', 'Replay decisions')

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
    void matrixFile.run({
      as,
      called: `${draft.application.name}, ${draft.name}`,
      applicationId: draft.application._id,
      draftId: draft._id,
    })
  const mayWrite = permissions.includes('approvals:write')
  const mayChange = mayWrite && !isFrozen(draft)
  return (
    <div className="record-actions">
      {mayChange && (
        <FocusStays>
          <Button onClick={() => setAsked('publish')}>
            {draft.asksSecondPerson ? t('Ask to publish') : t('Publish')}
          </Button>
        </FocusStays>
      )}
      <RowMenu
        name={draft.name}
        isBusy={matrixFile.isBusy}
        items={() => [
          ...(mayWrite ? [{ label: t('Replay decisions'), onChoose: () => setAsked('replay') }] : []),
          {
            label: t('Check a case'),
            onChoose: () => void navigate(checkCase(draft.application._id, { draftId: draft._id })),
          },
          { label: t('Download as xlsx'), onChoose: () => handleDownload('xlsx') },
          { label: t('Download as CSV'), onChoose: () => handleDownload('csv') },
          ...(mayChange
            ? [{ label: t('Delete the draft'), isDestructive: true, onChoose: () => setAsked('delete') }]
            : []),
        ]}
      />
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
