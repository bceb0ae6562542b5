import { ACCESS_REQUEST_STATES, type AccessRequest } from '@gatehouse/contract/access-requests.ts'
import { listAccessRequests } from '@gatehouse/contract/admin/people/access-requests.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { RequestDecisions } from '../../../access-requests/RequestDecisions.tsx'
import { REQUEST_STATES } from '../../../activity/request-words.ts'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import { useSession } from '../../../session/use-session.ts'
import '../../engine/admin-screen.css'
import { Button } from '../../../ui/Button.tsx'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { idOf, oneOf, pageOf, withoutEmpty } from '../../engine/lines/lines-search.ts'
import { StateFilter } from '../../engine/lines/StateFilter.tsx'
import { useLines, useLinesSearch } from '../../engine/lines/use-lines.ts'
import { ApproveRequest } from './ApproveRequest.tsx'
import { DeclineRequest } from './DeclineRequest.tsx'
import { useRequestColumns } from './use-request-columns.tsx'

const readSearch = (query: Record<string, unknown>) => ({
  state: oneOf(ACCESS_REQUEST_STATES, query.state),
  /** Only this one, to which a message leads. */
  request: idOf(query.request),
  page: pageOf(query.page),
})

type Asked = { request: AccessRequest; isApproval: boolean }

/** Requests of people for applications: those that wait for a decision, and what became of others. */
export function AccessRequestsScreen() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const { permissions } = useSession()
  const { shown, show } = useLinesSearch(readSearch)
  const { page, state, request } = shown
  const loaded = useLines('accessRequests', listAccessRequests, {
    page,
    filter: request === '' ? withoutEmpty({ state }) : { requestId: request },
  })
  const areWaiting = request === '' ? state === '' || state === 'waiting' : loaded.data?.rows[0]?.state === 'waiting'
  const columns = useRequestColumns(areWaiting)
  const [asked, setAsked] = useState<Asked | null>(null)
  const mayDecide = permissions.includes('users:write') && areWaiting
  const handleClose = () => setAsked(null)
  return (
    <div className="console list-page">
      <div className="list-head">
        <h1>{title}</h1>
      </div>
      <div className="list-card">
        <div className="list-toolbar">
          {request === '' ? (
            <StateFilter states={ACCESS_REQUEST_STATES} words={REQUEST_STATES} value={state} onShow={show} />
          ) : (
            <Button variant="link" onClick={() => show({ request: '' })}>
              {t('All access requests')}
            </Button>
          )}
        </div>
        <LinesTable
          label={title}
          columns={columns}
          loaded={loaded}
          rowKey={({ _id }) => _id}
          rowName={({ person, application }) => `${person.name}, ${application.name}`}
          page={page}
          onShow={show}
          {...(mayDecide && {
            rowMenu: (request: AccessRequest) =>
              request.mayDecide ? (
                <RequestDecisions request={request} onDecide={(isApproval) => setAsked({ request, isApproval })} />
              ) : (
                request.state === 'waiting' && (
                  <p className="request-own">{t('You have asked for this yourself, for this person.')}</p>
                )
              ),
            menuLabel: t('Action'),
          })}
          empty={
            request !== ''
              ? t('This request is not there any more.')
              : state === ''
                ? permissions.includes('applications:write')
                  ? t(
                      'Nobody waits for a decision. Open an application to requests in its form, and people can ask for it.',
                    )
                  : t('Nobody waits for a decision.')
                : t('There are no such requests in the last 365 days.')
          }
        />
      </div>
      {asked?.isApproval && <ApproveRequest request={asked.request} onClose={handleClose} />}
      {asked && !asked.isApproval && <DeclineRequest request={asked.request} onClose={handleClose} />}
    </div>
  )
}
