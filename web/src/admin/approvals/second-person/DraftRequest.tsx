import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../i18n/format.ts'
import { useSession } from '../../../session/use-session.ts'
import { Alert } from '../../../ui/Alert.tsx'
import { RequestDecisions } from './RequestDecisions.tsx'
import { RequestNotice } from './RequestNotice.tsx'

/** Whether a draft waits for a second person, or what one answered. */
export function DraftRequest({ draft }: { draft: DraftPage }) {
  const { t, i18n } = useTranslation()
  const { permissions } = useSession()
  const { request, sentBack } = draft
  if (request !== null)
    return (
      <RequestNotice
        request={request}
        mine={t('You have asked a second person to publish this draft.')}
        theirs={t('{{name}} asks a second person to publish this draft.', { name: request.askedBy })}
      >
        {request.voidBecause === null && <p>{t('Nobody changes it until that is decided.')}</p>}
        {permissions.includes('approvals:write') && <RequestDecisions request={request} draft={draft} />}
      </RequestNotice>
    )
  if (sentBack === null) return null
  const at = formatMoment(new Date(sentBack.at), new Date(), i18n.language)
  return (
    <Alert tone="warning">
      <p>{t('{{name}} sent this draft back ({{at}}):', { name: sentBack.by, at })}</p>
      <p>{sentBack.note}</p>
    </Alert>
  )
}

/** Whether a draft stays as it is, because a second person looks at it, or it has a date. */
export const isFrozen = ({ request, publishesAt }: DraftPage) =>
  publishesAt !== null || (request !== null && request.voidBecause === null)
