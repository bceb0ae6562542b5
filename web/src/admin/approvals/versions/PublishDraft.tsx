import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { publishApprovalDraft } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { ComparisonSummary, changesNothing } from './ComparisonSummary.tsx'
import { useComparison } from './use-comparison.ts'
import { useDraftEnd } from './use-draft-change.ts'

/** Shows what a draft would change, and publishes it. */
export function PublishDraft({ draft, onClose }: { draft: DraftPage; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const { data, error, refetch } = useComparison(draft)
  const publishing = useDraftEnd(publishApprovalDraft, () => {
    void navigate({
      to: '/dashboard/approvalVersions',
      search: { view: 'versions', applicationId: draft.application._id } as never,
    })
  })
  const isEmpty = data !== undefined && changesNothing(data)
  const isBlocked = data === undefined || isEmpty || data.errors.length > 0 || data.clashes > 0
  return (
    <ConfirmDialog
      title={t('Publish the draft?')}
      confirmLabel={t('Publish')}
      isBusy={publishing.isBusy}
      error={publishing.error}
      isBlocked={isBlocked || (data.needsReason && reason.trim() === '')}
      onConfirm={() => {
        if (data === undefined) return
        const { revision, version } = data
        void publishing.run({ draftId: draft._id, revision, version, reason })
      }}
      onClose={onClose}
    >
      {error && <PartFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner size={20} />}
      {data && (
        <>
          <ComparisonSummary comparison={data} />
          {!isBlocked && (
            <>
              <p>{t('All changes count from now on. What counted before stays in the history.')}</p>
              <TextArea
                label={t('Reason')}
                hint={
                  data.needsReason
                    ? t('Needed, because problems stay. It stands in the list of versions.')
                    : t('It stands in the list of versions.')
                }
                value={reason}
                maxLength={500}
                required={data.needsReason}
                onChange={(event) => setReason(event.target.value)}
              />
            </>
          )}
        </>
      )}
    </ConfirmDialog>
  )
}
