import {
  CONFLICT_EFFECTS,
  type HeldConflict,
  listHeldConflicts,
} from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { useScreenTitle } from '../../../session/use-screen-title.ts'
import { recordPage } from '../../../shell/screens.ts'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import '../../engine/admin-screen.css'
import { LinesTable } from '../../engine/lines/LinesTable.tsx'
import { pageOf } from '../../engine/lines/lines-search.ts'
import { useLines, useLinesSearch } from '../../engine/lines/use-lines.ts'
import { ConflictChoice } from './ConflictChoice.tsx'

const readSearch = (query: Record<string, unknown>) => ({ page: pageOf(query.page) })

/** Who holds, or is lent, roles that a rule of separation of duties keeps apart. */
export function ConflictingRolesScreen() {
  const { t } = useTranslation()
  const title = useScreenTitle()
  const { shown, show } = useLinesSearch(readSearch)
  const { page } = shown
  const loaded = useLines('heldConflicts', listHeldConflicts, { page, filter: {} })
  const columns: TableColumn<HeldConflict>[] = [
    {
      label: t('Person'),
      cell: ({ person }) => (
        <Link to={recordPage('/user')} params={{ id: person._id }} className="row-name">
          {person.name}
        </Link>
      ),
    },
    {
      label: t('Roles'),
      cell: ({ held }) => (
        <ul>
          {held.map(({ role, client, lender }) => (
            <li key={`${role} ${client} ${lender}`}>
              {role} · {client}
              {lender !== null && <small> {t('lent by {{name}}', { name: lender })}</small>}
            </li>
          ))}
        </ul>
      ),
    },
    { label: t('Rule'), cell: ({ rule }) => rule.name },
    { label: t('Application'), leftOutBelow: 900, cell: ({ application }) => application.name },
    {
      label: t('Effect'),
      isWhole: true,
      leftOutBelow: 900,
      cell: ({ rule }) => <ConflictChoice of={CONFLICT_EFFECTS} value={rule.effect} />,
    },
  ]
  return (
    <div className="console">
      <div className="list-head">
        <h1>{title}</h1>
      </div>
      <div className="list-card">
        <LinesTable
          label={title}
          columns={columns}
          loaded={loaded}
          rowKey={({ rule, person, held }) => `${rule._id} ${person._id} ${held.map(({ client }) => client).join()}`}
          rowName={({ person, rule }) => `${person.name}, ${rule.name}`}
          page={page}
          onShow={show}
          empty={t('Nobody holds roles that a rule keeps apart.')}
        />
      </div>
    </div>
  )
}
