import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { NOT_PUBLISHED, type PublishDate } from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { formatDayAndTime } from '../../../i18n/format.ts'
import { timeZone } from '../../../i18n/shown-time-zone.ts'
import { nameOfZone } from '../../../i18n/time-zone.ts'
import { useSession } from '../../../session/use-session.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { Button } from '../../../ui/Button.tsx'
import { FocusStays } from '../../../ui/FocusStays.tsx'
import { CallOffDate } from './CallOffDate.tsx'

/** When a draft is published, or why it was not. */
export function DraftDate({ draft: { _id: draftId, date } }: { draft: DraftPage }) {
  const [isAsked, setIsAsked] = useState(false)
  return (
    <>
      {date && <DateNotice date={date} onCallOff={() => setIsAsked(true)} />}
      {isAsked && <CallOffDate draftId={draftId} date={date} onClose={() => setIsAsked(false)} />}
    </>
  )
}

function DateNotice({ date, onCallOff }: { date: PublishDate; onCallOff: () => void }) {
  const { t, i18n } = useTranslation()
  const { permissions } = useSession()
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
      <p>{t('In this time zone: {{zone}}.', { zone: nameOfZone(timeZone(), i18n.language) })}</p>
      <p>
        {t('Set by {{name}}.', { name: setBy })}{' '}
        {confirmedBy !== '' && t('Confirmed by {{name}}.', { name: confirmedBy })}
      </p>
      {reason !== '' && <p>{t('Reason: {{reason}}', { reason })}</p>}
      {permissions.includes('approvals:write') && (
        <div className="draft-buttons">
          <FocusStays>
            <Button variant="neutral" onClick={onCallOff}>
              {t('Call it off')}
            </Button>
          </FocusStays>
        </div>
      )}
    </Alert>
  )
}
