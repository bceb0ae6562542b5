import { dutyInWords } from '@gatehouse/contract/admin/approvals/conflict-duties.ts'
import { CONFLICT_EFFECTS, type HeldConflict } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { Link } from '@tanstack/react-router'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../../../i18n/format.ts'
import { recordPage } from '../../../shell/screens.ts'
import type { TableColumn } from '../../../ui/DataTable.tsx'
import '../../../access-requests/access-requests.css'
import { ConflictChoice } from './ConflictChoice.tsx'

/** The columns of the people who break rules, or would without an exception. */
export function useHeldColumns(): TableColumn<HeldConflict>[] {
  const { t, i18n } = useTranslation()
  return [
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
          {held.map(({ role, client, lender, duty }) => (
            <li key={`${role} ${client} ${lender} ${duty}`}>
              {role} · {client}
              {duty !== null && `: ${dutyInWords(duty, t)}`}
              {lender !== null && <small> {t('lent by {{name}}', { name: lender })}</small>}
            </li>
          ))}
        </ul>
      ),
    },
    {
      label: t('Rule'),
      cell: ({ rule, reason, exception }) => (
        <div className="cell-lines">
          {rule.name}
          {reason && (
            <small>
              {t('Reason of {{name}}, {{at}}: {{reason}}', {
                name: reason.by,
                at: formatMoment(new Date(reason.at), new Date(), i18n.language),
                reason: reason.text,
              })}
            </small>
          )}
          {exception && (
            <small>
              {t('Excepted until {{until}}, by {{name}}', {
                until: formatMoment(new Date(exception.validUntil), new Date(), i18n.language),
                name: exception.owner,
              })}
            </small>
          )}
        </div>
      ),
    },
    { label: t('Application'), leftOutBelow: 900, cell: ({ application }) => application.name },
    {
      label: t('Effect'),
      isWhole: true,
      leftOutBelow: 900,
      cell: ({ rule }) => <ConflictChoice of={CONFLICT_EFFECTS} value={rule.effect} />,
    },
  ]
}
