import sql from 'sql-template-tag'
import { diffOf } from '../../../audit/changes.ts'
import { recordAuditLines } from '../../../audit/record-audit-lines.ts'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { lineBy } from '../../engine/changes.ts'
import type { Author } from '../../engine/store.ts'
import { applicationRolesStore, findRoles, requireRange } from '../application-roles.ts'
import { requireRowOf } from '../catch-all/user-role.ts'
import { documentApprovalsStore, findApprovals, requireDayOrder } from '../document-approvals.ts'
import { requireOwnPage } from '../role-pages.ts'
import { nameAuthor } from '../second-person/name-author.ts'
import { usesOfApprovals } from '../uses-of-approval.ts'
import { changesOf } from './draft-sql.ts'

type Columns = Record<string, unknown>
type Change = {
  id: string
  roleId: string
  role: string
  pageId: string | null
  page: string | null
  isOfApplication: boolean
  ruleId: string | null
  after: Columns | null
}
type RuleChange = Change & { after: Columns }

/** So many records are written by one statement: its triggers look at each of them, and it has a limit of time. */
const RECORDS_AT_ONCE = 500

/**
 * Makes the changes of a draft whose records are locked (`judgeDraft`): all of a kind together, because 5,000 of them one by one take a
 * minute. Rules and audit lines are those of the screens.
 *
 * @throws AppError not_found; invalid_request
 */
export async function makeChanges(tx: Tx, by: Author, timeZone: string, draftId: string): Promise<void> {
  const { rows } = await tx.execute<Change>(sql`
    select h.id, h.application_role_id as "roleId", r.name as role, h.page_id as "pageId", p.name as page,
      p.id is null or p.application_id = r.application_id as "isOfApplication", h.rule_id as "ruleId", h.after
    from (${changesOf(draftId)}) h join application_roles r on r.id = h.application_role_id left join pages p on p.id = h.page_id
    where h.after is distinct from h.current
    order by h.application_role_id, h.page_id`)
  await nameAuthor(tx, by)
  const rules = rows.filter(({ pageId }) => pageId !== null)
  const isWritten = (change: Change): change is RuleChange => change.after !== null
  for (const part of inParts(rows.filter(({ pageId }) => pageId === null))) await changeRoles(tx, by, timeZone, part)
  await removeRules(
    tx,
    by,
    timeZone,
    rules.filter((change) => !isWritten(change)).flatMap(({ ruleId }) => ruleId ?? []),
  )
  for (const part of inParts(rules.filter(isWritten))) await writeRules(tx, by, timeZone, part)
}

function inParts<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / RECORDS_AT_ONCE)
  return Array.from({ length: count }, (_, at) => items.slice(at * RECORDS_AT_ONCE, (at + 1) * RECORDS_AT_ONCE))
}

const rupees = (paise: unknown) => (paise === null ? null : Number(paise) / 100)

async function changeRoles(tx: Tx, by: Author, timeZone: string, changes: readonly Change[]): Promise<void> {
  for (const { after } of changes) {
    const { range_from: from, range_to: to, bounds } = after ?? {}
    requireRange({ rangeFrom: rupees(from), rangeTo: rupees(to) }, bounds as Parameters<typeof requireRange>[1])
  }
  const ids = changes.map(({ roleId }) => roleId)
  const before = await findRoles(tx, ids)
  await tx.execute(sql`
    update application_roles t set action = s.action, sequence = s.sequence, range_from = s.range_from, range_to = s.range_to,
      bounds = s.bounds, all_regions = s.all_regions, regions = s.regions,
      version = t.version + 1, updated_at = now(), updated_by = ${by.person.userId}
    from approval_draft_changes h cross join lateral jsonb_populate_record(null::application_roles, h.after) s
    where h.id = any(${changes.map(({ id }) => id)}::uuid[]) and t.id = h.application_role_id`)
  const after = await findRoles(tx, ids)
  const { nameOf } = applicationRolesStore({ config: { timeZone } })
  const lines = ids.map((id) => {
    const [was, is] = [found(before, id), found(after, id)]
    return lineBy(by, 'applicationRoles.updated', id, { name: nameOf(is), changes: diffOf(was, is) })
  })
  recordAuditLines(tx, lines)
}

/** All at once, so that what is lost with one of them is not said to be kept by another one. */
async function removeRules(tx: Tx, by: Author, timeZone: string, ids: readonly string[]): Promise<void> {
  const before = await findApprovals(tx, ids)
  const { nameOf } = documentApprovalsStore({ config: { timeZone } })
  for (const part of inParts(ids)) {
    const uses = await usesOfApprovals(timeZone, tx, part, ids)
    await tx.execute(sql`
      update document_approvals set deleted_at = now(), version = version + 1, updated_at = now(), updated_by = ${by.person.userId}
      where id = any(${part}::uuid[])`)
    const lines = part.map((id) => {
      const was = found(before, id)
      const detail = { name: nameOf(was), changes: diffOf(was, null), detached: uses.get(id) ?? [] }
      return lineBy(by, 'documentApprovals.deleted', id, detail)
    })
    recordAuditLines(tx, lines)
  }
}

async function writeRules(tx: Tx, by: Author, timeZone: string, changes: readonly RuleChange[]): Promise<void> {
  for (const { ruleId, role, after, isOfApplication } of changes) {
    requireOwnPage(isOfApplication)
    if (ruleId === null) requireRowOf(role)
    requireDayOrder(after.first_day ?? null, after.last_day ?? null)
  }
  await attachPages(tx, by, changes)
  const written = changes.map((change) => ({ ...change, id: change.ruleId ?? newId() }))
  const known = changes.flatMap(({ ruleId }) => ruleId ?? [])
  const before = await findApprovals(tx, known)
  const values = JSON.stringify(
    written.map(({ id, roleId, pageId, after }) => ({
      ...{ id, application_role_id: roleId, page_id: pageId, first_day: after.first_day, last_day: after.last_day },
      ...{ all_clients: after.all_clients ?? false, all_pages: after.all_pages ?? false },
      status: after.status ?? 'ACTIVE',
    })),
  )
  const given = sql`jsonb_populate_recordset(null::document_approvals, ${values}::jsonb) s`
  const { userId } = by.person
  await tx.execute(sql`
    update document_approvals t set first_day = s.first_day, last_day = s.last_day, all_clients = s.all_clients,
      all_pages = s.all_pages, status = s.status, version = t.version + 1, updated_at = now(), updated_by = ${userId}
    from ${given} where t.id = s.id and t.id = any(${known}::uuid[])`)
  await tx.execute(sql`
    insert into document_approvals (id, application_role_id, page_id, first_day, last_day, all_clients, all_pages, status, created_by, updated_by)
    select s.id, s.application_role_id, s.page_id, s.first_day, s.last_day, s.all_clients, s.all_pages, s.status, ${userId}, ${userId}
    from ${given} where s.id <> all(${known}::uuid[])`)
  const after = await findApprovals(
    tx,
    written.map(({ id }) => id),
  )
  const { nameOf } = documentApprovalsStore({ config: { timeZone } })
  const lines = written.map(({ id, ruleId }) => {
    const is = found(after, id)
    const detail = { name: nameOf(is), changes: diffOf(ruleId === null ? null : found(before, id), is) }
    return lineBy(by, ruleId === null ? 'documentApprovals.created' : 'documentApprovals.updated', id, detail)
  })
  recordAuditLines(tx, lines)
}

/** Who approves on a page has to be able to open it. */
async function attachPages(tx: Tx, by: Author, changes: readonly RuleChange[]): Promise<void> {
  const { rows } = await tx.execute<{ roleId: string; pageId: string }>(sql`
    insert into application_role_pages (application_role_id, page_id)
    select * from unnest(${changes.map(({ roleId }) => roleId)}::uuid[], ${changes.map(({ pageId }) => pageId)}::uuid[])
    on conflict do nothing returning application_role_id as "roleId", page_id as "pageId"`)
  const attached = new Set(rows.map(({ roleId, pageId }) => `${roleId} ${pageId}`))
  const lines = changes
    .filter(({ roleId, pageId }) => attached.has(`${roleId} ${pageId}`))
    .map(({ roleId, role, page }) => lineBy(by, 'applicationRoles.page-attached', roleId, { name: role, page }))
  recordAuditLines(tx, lines)
}

/** What belongs to a deleted client is not found. @throws AppError not_found */
function found<Row>(rows: ReadonlyMap<string, Row>, id: string): Row {
  const row = rows.get(id)
  if (row === undefined) throw new AppError('not_found')
  return row
}
