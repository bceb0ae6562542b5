import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { callOffPublishing, NOT_PUBLISHED } from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import { useTranslation } from 'react-i18next'
import { formatDayAndTime } from '../../../i18n/format.ts'
import { useSession } from '../../../session/use-session.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { ErrorAlert } from '../../../ui/ErrorAlert.tsx'
import { useDraftChange } from '../versions/use-draft-change.ts'

/** When a draft is published, or why it was not. */
export function DraftDate({ draft: { _id: draftId, date } }: { draft: DraftPage }) {
  const { t, i18n } = useTranslation()
  const { permissions } = useSession()
  const callingOff = useDraftChange(callOffPublishing)
  if (date === null) return null
  const { publishAt, setBy, confirmedBy, reason, refusedAt, refusal } = date
  const at = formatDayAndTime(new Date(publishAt), i18n.language)
  if (refusedAt !== null)
    return (
      <Alert tone="warning">
        <p>{t('This draft was to be published on {{at}}, and was not.', { at })}</p>
        {refusal !== null && <p>{t(NOT_PUBLISHED[refusal])}</p>}
      </Alert>
    )
  return (
    <Alert tone={refusal === null ? 'info' : 'warning'}>
      <p>
        {refusal === null
          ? t('Publishes on {{at}}. Nobody changes this draft until then.', { at })
          : t('This draft has a date, {{at}}, but as things are now it will not be published.', { at })}
      </p>
      {refusal !== null && <p>{t(NOT_PUBLISHED[refusal])}</p>}
      <p>
        {t('Set by {{name}}.', { name: setBy })}{' '}
        {confirmedBy !== '' && t('Confirmed by {{name}}.', { name: confirmedBy })}
      </p>
      {reason !== '' && <p>{t('Reason: {{reason}}', { reason })}</p>}
      {permissions.includes('approvals:write') && (
        <div className="draft-buttons">
          <ErrorAlert error={callingOff.error} />
          <Button variant="neutral" isBusy={callingOff.isBusy} onClick={() => void callingOff.run({ draftId })}>
            {t('Call it off')}
          </Button>
        </div>
      )}
    </Alert>
  )
}
