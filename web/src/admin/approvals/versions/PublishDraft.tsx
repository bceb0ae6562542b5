import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { publishApprovalDraft } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { askToPublish } from '@gatehouse/contract/admin/approvals/second-person.ts'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { ComparisonSummary, changesNothing } from './ComparisonSummary.tsx'
import { useComparison } from './use-comparison.ts'
import { useDraftChange, useDraftEnd } from './use-draft-change.ts'

/** Shows what a draft would change, and publishes it, or asks a second person to. */
export function PublishDraft({ draft, onClose }: { draft: DraftPage; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [reason, setReason] = useState('')
  const { data, error, refetch } = useComparison(draft)
  const asking = useDraftChange(askToPublish, onClose)
  const publishing = useDraftEnd(publishApprovalDraft, () => {
    void navigate({
      to: '/dashboard/approvalVersions',
      search: { view: 'versions', applicationId: draft.application._id } as never,
    })
  })
  const { asksSecondPerson } = draft
  const { run, isBusy, error: refusal } = asksSecondPerson ? asking : publishing
  const isEmpty = data !== undefined && changesNothing(data)
  const isBlocked = data === undefined || isEmpty || data.errors.length > 0 || data.clashes > 0
  return (
    <ConfirmDialog
      title={asksSecondPerson ? t('Ask a second person to publish?') : t('Publish the draft?')}
      confirmLabel={asksSecondPerson ? t('Ask') : t('Publish')}
      isBusy={isBusy}
      error={refusal}
      isBlocked={isBlocked || (data.needsReason && reason.trim() === '')}
      onConfirm={() => {
        if (data === undefined) return
        const { revision, version } = data
        void run({ draftId: draft._id, revision, version, reason })
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
              <p>
                {asksSecondPerson
                  ? t('Nothing changes until another person confirms it. Until then the draft stays as it is.')
                  : t('All changes count from now on. What counted before stays in the history.')}
              </p>
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
