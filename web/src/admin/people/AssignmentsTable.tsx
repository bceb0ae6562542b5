import { type Assignment, listAssignments } from '@gatehouse/contract/admin/people/assignments.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { accessState, originInWords } from '../../access-requests/access-words.ts'
import { termInWords } from '../../access-requests/assignment-days.ts'
import { call } from '../../api.ts'
import { recordPage } from '../../shell/screens.ts'
import { Button } from '../../ui/Button.tsx'
import type { TableColumn } from '../../ui/DataTable.tsx'
import { Moment } from '../../ui/Moment.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { SectionTable } from '../engine/record/SectionTable.tsx'
import { useSectionRows } from '../engine/record/use-section-rows.ts'
import './assignments-table.css'
import { RequestLink } from './access-requests/RequestLink.tsx'

type Of = 'userId' | 'applicationId' | 'clientId'

type Props = {
  /** English. */
  label: string
  /** Whose assignments they are: what all of them share has no column. */
  of: Of
  id: string
  /** English: stands there where there are none. */
  empty: string
  /** Opens the form with the assignment; left out: none is changed here. */
  onChange?: ((assignment: Assignment) => void) | undefined
}

/** Who may open what for whom, a page at a time; the page is in the address. */
export function AssignmentsTable({ label, of, id, empty, onChange }: Props) {
  const { t } = useTranslation()
  const loaded = useSectionRows(['assignments'], { [of]: id }, (query) => call(listAssignments, query))
  const columns = useColumns(of)
  return (
    <SectionTable
      label={t(label)}
      columns={columns}
      loaded={loaded}
      rowName={(row) => nameOf(row, of)}
      rowMenu={(row) => (
        <span className="assignment-actions">
          {onChange && (
            <Button
              variant="link"
              aria-label={t('Edit {{name}}', { name: nameOf(row, of) })}
              onClick={() => onChange(row)}
            >
              {t('Edit')}
            </Button>
          )}
          <WhyLink assignment={row} isOnPage={of === 'userId'} />
        </span>
      )}
      menuLabel={t('Action')}
      empty={t(empty)}
    />
  )
}

type WhyProps = {
  assignment: Assignment
  /** On the page of that person, which keeps its way back. */
  isOnPage: boolean
}

/** To the conditions of the rule, for this person and this application. */
function WhyLink({ assignment: { person, application }, isOnPage }: WhyProps) {
  const { t } = useTranslation()
  return (
    <Link
      to={recordPage('/user')}
      params={{ id: person._id, section: 'access' }}
      search={{ application: application._id }}
      {...(isOnPage && { state: true as const })}
      aria-label={t('Why: {{name}}', { name: `${person.name}, ${application.name}` })}
    >
      {t('Why?')}
    </Link>
  )
}

const nameOf = ({ person, application, client }: Assignment, of: Of) =>
  of === 'userId' ? `${application.name}, ${client.name}` : person.name

function useColumns(of: Of): TableColumn<Assignment>[] {
  const { t, i18n } = useTranslation()
  const columns: (TableColumn<Assignment> & { not?: Of })[] = [
    {
      label: t('Person'),
      not: 'userId',
      cell: ({ person }) => (
        <div className="cell-lines">
          <Link to={recordPage('/user')} params={{ id: person._id }} className="row-name">
            {person.name}
          </Link>
          <small>{person.email}</small>
        </div>
      ),
    },
    { label: t('Application'), not: 'applicationId', cell: ({ application }) => application.name },
    { label: t('Client'), not: 'clientId', cell: ({ client }) => client.name },
    {
      label: t('Role'),
      cell: (row) => (
        <div className="cell-lines">
          {row.role}
          <small>{termInWords(t, i18n.language, row)}</small>
        </div>
      ),
    },
    {
      label: t('Since'),
      leftOutBelow: 600,
      cell: (row) => (
        <div className="cell-lines">
          <Moment at={row.assignedAt} />
          {originInWords(t, row).map((fact, index) => (
            <small key={fact}>
              {index === 0 && row.request !== null ? <RequestLink id={row.request._id}>{fact}</RequestLink> : fact}
            </small>
          ))}
        </div>
      ),
    },
    {
      label: t('Status'),
      isStatus: true,
      cell: (row) => <StatusBadge {...accessState(row)} />,
    },
  ]
  return columns.filter(({ not }) => not !== of)
}
