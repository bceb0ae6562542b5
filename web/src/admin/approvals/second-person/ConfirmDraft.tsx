import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { confirmPublishing, type PublishRequest } from '@gatehouse/contract/admin/approvals/second-person.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { Spinner } from '../../../ui/Spinner.tsx'
import { ComparisonSummary } from '../versions/ComparisonSummary.tsx'
import { useComparison } from '../versions/use-comparison.ts'
import { useDraftEnd } from '../versions/use-draft-change.ts'

type Props = { request: PublishRequest; draft: DraftPage; onClose: () => void }

/** Shows the second person what the draft would change, and publishes it. */
export function ConfirmDraft({ request, draft, onClose }: Props) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { _id: requestId, askedBy, reason } = request
  const { data, error, refetch } = useComparison(draft)
  const confirming = useDraftEnd(confirmPublishing, () => {
    void navigate({
      to: '/dashboard/approvalVersions',
      search: { view: 'versions', applicationId: draft.application._id } as never,
    })
  })
  return (
    <ConfirmDialog
      title={t('Confirm and publish?')}
      confirmLabel={t('Confirm')}
      isBusy={confirming.isBusy}
      error={confirming.error}
      isBlocked={data === undefined || data.errors.length > 0 || data.clashes > 0}
      onConfirm={() => {
        if (data === undefined) return
        const { revision, version } = data
        void confirming.run({ requestId, revision, version })
      }}
      onClose={onClose}
    >
      {error && <PartFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Spinner size={20} />}
      {data && (
        <>
          <ComparisonSummary comparison={data} />
          {reason !== '' && <p>{t('Reason: {{reason}}', { reason })}</p>}
          <p>
            {t('All changes count from now on. The list of versions names {{name}}, and you as the second person.', {
              name: askedBy,
            })}
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}
