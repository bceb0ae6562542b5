import {
  AFFECTED_PAGES,
  type AffectedPerson,
  type Authority,
  type Difference,
  type listDraftDifferences,
} from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { DEFAULT_PAGE_SIZE, type Page } from '@gatehouse/contract/paging.ts'
import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import sql, { raw } from 'sql-template-tag'
import { toEntered } from '../../../approvals/bounds.ts'
import type { Rule } from '../../../approvals/matrix.ts'
import type { Executor } from '../../../db/database.ts'
import { fullNameIn } from '../../../db/full-name.ts'
import { affectedRoles, type Compared, peopleOf, ruleOf } from './compare-draft.ts'

type Asked = Omit<Input<typeof listDraftDifferences>, 'draftId'>

const PAISE = 100

/** The rows that differ, by page, client, sequence and role. The order is complete, so that pages of the list share no row. */
export async function pageOfDifferences(
  on: Executor,
  timeZone: string,
  compared: Compared,
  { page = 0, pageSize = DEFAULT_PAGE_SIZE }: Asked,
): Promise<Page<Difference>> {
  const clients = await nameClients(on, compared)
  const named = compared.changes.map((change) => {
    const { home } = ruleOf(change)
    const [client, page] = [clients.get(home.clientId) ?? '', pageNameOf(compared, home.pageId)]
    return { change, client, page, order: `${page} ${home.pageId} ${client} ${home.clientId}` }
  })
  const sorted = named.sort((a, b) => ORDER.compare(a.order, b.order) || inStep(ruleOf(a.change), ruleOf(b.change)))
  // Only those of the page are written out: their days cost more than their order.
  const rows = sorted.slice(page * pageSize, (page + 1) * pageSize).map(({ change, client, page }): Difference => {
    const { applicationRoleId, role, home } = ruleOf(change)
    const { before, after, gains, loses } = change
    return {
      role: { _id: applicationRoleId, name: role },
      client: { _id: home.clientId, name: client },
      page: { _id: home.pageId, name: page },
      before: before && toAuthority(before, timeZone),
      after: after && toAuthority(after, timeZone),
      ...{ gains, loses },
    }
  })
  return { rows, total: sorted.length, isEstimate: false }
}

const ORDER = new Intl.Collator('en')
const inStep = (one: Rule, other: Rule) =>
  (one.sequence ?? Number.MAX_SAFE_INTEGER) - (other.sequence ?? Number.MAX_SAFE_INTEGER) ||
  ORDER.compare(one.role, other.role) ||
  ORDER.compare(one.applicationRoleId, other.applicationRoleId)

/** The people whose authority changes, by name. */
export async function pageOfPeople(
  on: Executor,
  compared: Compared,
  { page = 0, pageSize = DEFAULT_PAGE_SIZE }: Asked,
): Promise<Page<AffectedPerson>> {
  const roles = affectedRoles(compared)
  const clients = await nameClients(on, compared)
  type Row = { _id: string; name: string; place: number }
  const { rows } = await on.execute<Row>(sql`
    select u.id as "_id", ${raw(fullNameIn('u'))} as name, e.place::int as place from ${peopleOf(compared)}
    order by lower(${raw(fullNameIn('u'))}), u.id, e.place limit ${pageSize} offset ${page * pageSize}`)
  const { rows: counted } = await on.execute<{ total: number }>(sql`
    select count(*)::int as total from ${peopleOf(compared)}`)
  const listed = rows.flatMap(({ _id, name, place }): AffectedPerson[] => {
    const affected = roles[place - 1]
    if (affected === undefined) return []
    const { role, clientId, isOfAll, gains, loses, pages } = affected
    const names = pages.map((id) => pageNameOf(compared, id)).sort((a, b) => a.localeCompare(b, 'en'))
    return [
      {
        ...{ person: { _id, name }, client: isOfAll ? '' : (clients.get(clientId) ?? ''), role, gains, loses },
        ...{ pages: names.slice(0, AFFECTED_PAGES), pageCount: names.length },
      },
    ]
  })
  return { rows: listed, total: counted[0]?.total ?? 0, isEstimate: false }
}

const pageNameOf = ({ before, after }: Compared, id: string) =>
  (after.pages.get(id) ?? before.pages.get(id))?.name ?? ''

async function nameClients(on: Executor, compared: Compared): Promise<ReadonlyMap<string, string>> {
  const ofRows = compared.changes.map((change) => ruleOf(change).home.clientId)
  const ids = [...new Set([...ofRows, ...affectedRoles(compared).map(({ clientId }) => clientId)])]
  const { rows } = await on.execute<{ id: string; name: string }>(sql`
    select id, display_name as name from clients where id = any(${ids}::uuid[])`)
  return new Map(rows.map(({ id, name }) => [id, name]))
}

function toAuthority(rule: Rule, timeZone: string): Authority {
  const { rangeFrom, rangeTo } = toEntered(rule)
  const { action, sequence, bounds, regions, validFrom, validUntil } = rule
  return {
    ...{ action, sequence, bounds, regions: regions === 'All' ? [ALL_REGIONS] : [...regions] },
    rangeFrom: rangeFrom === null ? null : rangeFrom / PAISE,
    rangeTo: rangeTo === null ? null : rangeTo / PAISE,
    firstDay: validFrom === null ? null : dayAt(validFrom, timeZone),
    // The first moment at which it no longer counts is the next day's.
    lastDay: validUntil === null ? null : dayAt(validUntil - 1, timeZone),
    ...{
      allClients: rule.clientId === null,
      allPages: rule.pageId === null,
      status: rule.isActive ? 'ACTIVE' : 'INACTIVE',
    },
  }
}

/** The day of a moment, such as '2027-03-31'. */
function dayAt(moment: number, timeZone: string): string {
  return new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    moment,
  )
}
