import type { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import { useTranslation } from 'react-i18next'
import { formatDay } from '../../../i18n/format.ts'
import { grantWords } from './grant-words.ts'

type Assignment = NonNullable<NonNullable<Output<typeof explainApproval>['person']>['assignment']>

/** The role of a person, its time, and who gave it. */
export function AssignmentLine({ assignment: { role, since, until, granted } }: { assignment: Assignment }) {
  const { t, i18n } = useTranslation()
  const from = formatDay(new Date(since), i18n.language)
  // The moment in which it ends is the first one of the next day.
  const last = until === null ? null : formatDay(new Date(Date.parse(until) - 1), i18n.language)
  return (
    <li>
      {last === null
        ? t('Role: {{role}}, assigned from {{from}}', { role, from })
        : t('Role: {{role}}, assigned from {{from}} until {{until}}', { role, from, until: last })}
      {' · '}
      {grantWords(granted)}
    </li>
  )
}
