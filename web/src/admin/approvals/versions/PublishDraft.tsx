import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { datePublishing } from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import { publishApprovalDraft } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { askToPublish } from '@gatehouse/contract/admin/approvals/second-person.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { momentOf } from '../../../i18n/time-zone.ts'
import { Bones } from '../../../ui/Bones.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { PartFailure } from '../../../ui/PartFailure.tsx'
import { TextArea } from '../../../ui/TextArea.tsx'
import { PublishWhen } from '../publish-dates/PublishWhen.tsx'
import { keepsFromPublishing, WhyNotPublished } from '../second-person/WhyNotPublished.tsx'
import { ComparisonSummary, changesNothing } from './ComparisonSummary.tsx'
import { useComparison } from './use-comparison.ts'
import { useDraftChange, useDraftEnd } from './use-draft-change.ts'

/** Shows what a draft would change, and publishes it, or asks a second person to. */
export function PublishDraft({ draft, onClose }: { draft: DraftPage; onClose: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  // Asked or dated before, and not published: the reason is still the same.
  const known = draft.request?.reason ?? draft.date?.reason ?? ''
  const [reason, setReason] = useState(known)
  const reasonField = useRef<HTMLTextAreaElement>(null)
  const [when, setWhen] = useState<string | null>(null)
  const { data, error, refetch } = useComparison(draft)
  const asking = useDraftChange(askToPublish, onClose)
  const publishing = useDraftEnd(publishApprovalDraft, () => {
    void navigate({
      to: '/dashboard/approvalVersions',
      search: { view: 'versions', applicationId: draft.application._id } as never,
    })
  })
  const dating = useDraftChange(datePublishing, onClose)
  const { asksSecondPerson } = draft
  const { isBusy, error: refusal } = asksSecondPerson ? asking : when === null ? publishing : dating
  const isEmpty = data !== undefined && changesNothing(data)
  const isBlocked = data === undefined || isEmpty || keepsFromPublishing(data)
  const lacksReason = !isBlocked && data.needsReason && reason.trim() === ''
  return (
    <ConfirmDialog
      title={asksSecondPerson ? t('Ask a second person to publish?') : t('Publish the draft?')}
      confirmLabel={asksSecondPerson ? t('Ask') : when === null ? t('Publish') : t('Set the date')}
      hasUnsaved={reason !== known || (when ?? '') !== ''}
      isBusy={isBusy}
      error={refusal}
      isBlocked={isBlocked || when === '' || lacksReason}
      blockedBy={
        data && keepsFromPublishing(data) ? (
          <WhyNotPublished comparison={data} draft={draft} onClose={onClose} />
        ) : lacksReason ? (
          <Button variant="link" onClick={() => reasonField.current?.focus()}>
            {t('Enter the reason first: problems stay.')}
          </Button>
        ) : null
      }
      onConfirm={() => {
        if (data === undefined) return
        const { revision, version } = data
        const asked = { draftId: draft._id, revision, version, reason }
        const publishAt = when === null ? null : momentOf(when).toISOString()
        if (asksSecondPerson) void asking.run({ ...asked, publishAt })
        else if (publishAt === null) void publishing.run(asked)
        else void dating.run({ ...asked, publishAt })
      }}
      onClose={onClose}
    >
      {error && <PartFailure error={error} onRetry={() => void refetch()} />}
      {!data && !error && <Bones />}
      {data && (
        <>
          <ComparisonSummary comparison={data} isRestoring={draft.restores !== null} />
          {!isBlocked && (
            <>
              <p>
                {asksSecondPerson &&
                  t('Nothing changes until another person confirms it. Until then the draft stays as it is.')}
                {!asksSecondPerson &&
                  when === null &&
                  t('All changes count from now on. What counted before stays in the history.')}
                {when !== null && ' '}
                {when !== null &&
                  t(
                    'At that moment the draft is judged again. If it cannot be published then, it stays a draft, and you are notified.',
                  )}
              </p>
              <PublishWhen value={when} onChange={setWhen} />
              <TextArea
                ref={reasonField}
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
