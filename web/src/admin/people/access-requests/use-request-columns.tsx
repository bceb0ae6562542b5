import { Address } from '../../../ui/Address.tsx'
import '../../../access-requests/access-requests.css'
import type { AccessRequest } from '@gatehouse/contract/access-requests.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { AskedBy } from '../../../access-requests/AskedBy.tsx'
import { StepFacts } from '../../../access-requests/StepFacts.tsx'
import { WithdrawnBy } from '../../../access-requests/WithdrawnBy.tsx'
import { askedOfWords, NOBODY_DECIDES } from '../../../activity/request-words.ts'
import { formatCalendarDay } from '../../../i18n/format.ts'
import { recordPage } from '../../../shell/screens.ts'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import { Moment } from '../../../ui/Moment.tsx'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'

/** The columns of requests, with their decisions unless they wait for one. */
export function useRequestColumns(areWaiting: boolean): TableColumn<AccessRequest>[] {
  const { t, i18n } = useTranslation()
  const columns: TableColumn<AccessRequest>[] = [
    {
      label: t('Person'),
      cell: ({ person }) => (
        <div className="cell-lines">
          <Link to={recordPage('/user')} params={{ id: person._id }} className="row-name">
            {person.name}
          </Link>
          <small>
            <Address email={person.email} />
          </small>
          {!person.isActive && <StatusBadge status="INACTIVE" />}
        </div>
      ),
    },
    {
      label: t('Application'),
      cell: ({ application, client }) => (
        <div className="cell-lines">
          {application.name}
          {client && <small>{client.name}</small>}
        </div>
      ),
    },
    {
      label: t('Reason'),
      cell: (request) => (
        <div className="cell-lines">
          {request.reason}
          <AskedBy request={request} />
          {request.lacksDecider && <small>{t(NOBODY_DECIDES)}</small>}
          {request.lastDay && (
            <small>{t('until {{until}}', { until: formatCalendarDay(request.lastDay, i18n.language) })}</small>
          )}
        </div>
      ),
    },
    {
      label: t('Requested'),
      leftOutBelow: 600,
      cell: (request) => (
        <div className="cell-lines">
          <Moment at={request.createdAt} />
          {request.askedOf && !request.lacksDecider && <small>{t(askedOfWords(request))}</small>}
          <StepFacts request={request} />
        </div>
      ),
    },
  ]
  if (areWaiting) return columns
  return [
    ...columns,
    {
      label: t('Decision'),
      cell: ({ decidedAt, decidedBy, role, answer, ...request }) => (
        <div className="cell-lines">
          <WithdrawnBy request={request} person={request.person.name} />
          {[decidedBy, role || answer].filter(Boolean).join(': ')}
          {role && answer && <small>{answer}</small>}
          {decidedAt && (
            <small>
              <Moment at={decidedAt} />
            </small>
          )}
        </div>
      ),
    },
  ]
}
