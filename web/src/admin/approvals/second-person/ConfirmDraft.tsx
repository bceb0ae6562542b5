import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { confirmPublishing, type PublishRequest } from '@gatehouse/contract/admin/approvals/second-person.ts'
import { useNavigate } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatDayAndTime } from '../../../i18n/format.ts'
import { timeZone } from '../../../i18n/shown-time-zone.ts'
import { nameOfZone } from '../../../i18n/time-zone.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { ComparisonSummary } from '../versions/ComparisonSummary.tsx'
import { useComparison } from '../versions/use-comparison.ts'
import { useDraftChange, useDraftEnd } from '../versions/use-draft-change.ts'
import { keepsFromPublishing, WhyNotPublished } from './WhyNotPublished.tsx'

type Props = { request: PublishRequest; draft: DraftPage; onClose: () => void }

/** Shows the second person what the draft would change, and publishes it. */
export function ConfirmDraft({ request, draft, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const navigate = useNavigate()
  const { _id: requestId, askedBy, reason, publishAt } = request
  const { data, error, refetch } = useComparison(draft)
  const dating = useDraftChange(confirmPublishing, onClose)
  const publishing = useDraftEnd(confirmPublishing, () => {
    void navigate({
      to: '/dashboard/approvalVersions',
      search: { view: 'versions', applicationId: draft.application._id } as never,
    })
  })
  const confirming = publishAt === null ? publishing : dating
  return (
    <ConfirmDialog
      title={publishAt === null ? t('Confirm and publish?') : t('Confirm for its date?')}
      confirmLabel={t('Confirm')}
      isBusy={confirming.isBusy}
      error={confirming.error}
      isBlocked={data === undefined || keepsFromPublishing(data)}
      blockedBy={
        data && keepsFromPublishing(data) && <WhyNotPublished comparison={data} draft={draft} onClose={onClose} />
      }
      onConfirm={() => {
        if (data === undefined) return
        const { revision, version } = data
        void confirming.run({ requestId, revision, version })
      }}
      onClose={onClose}
    >
      {error && <PartFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bones />}
      {data && (
        <>
          <ComparisonSummary comparison={data} isRestoring={draft.restores !== null} />
          {reason !== '' && <p>{t('Reason: {{reason}}', { reason })}</p>}
          <p>
            {publishAt !== null &&
              t('All changes count from {{at}} on, and can be called off until then.', {
                at: formatDayAndTime(new Date(publishAt), i18n.language),
              })}{' '}
            {publishAt !== null && t('In this time zone: {{zone}}.', { zone: nameOfZone(timeZone(), i18n.language) })}{' '}
            {publishAt === null && t('All changes count from now on.')}{' '}
            {t('The list of versions names {{name}}, and you as the second person.', {
              name: askedBy,
            })}
          </p>
        </>
      )}
    </ConfirmDialog>
  )
}
