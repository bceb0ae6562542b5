import sql from 'sql-template-tag'
import { diffOf } from '../../../audit/changes.ts'
import { recordAuditLines } from '../../../audit/record-audit-lines.ts'
import { newId } from '../../../crypto/ids.ts'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { lineBy } from '../../engine/changes.ts'
import { inParts } from '../../engine/in-parts.ts'
import type { Author } from '../../engine/store.ts'
import { insertRecords } from '../../engine/table-store.ts'
import { applicationRolesStore, findRoles, requireRange } from '../application-roles.ts'
import { requireRowOf } from '../catch-all/user-role.ts'
import { documentApprovalsStore, findApprovals, requireDayOrder } from '../document-approvals.ts'
import { requireOwnPage } from '../role-pages.ts'
import { nameAuthor } from '../second-person/name-author.ts'
import { countUsesOfEach } from '../uses/count-uses-of-each.ts'
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
type RuleChange = Change & { after: Terms }
type Terms = {
  first_day?: string | null
  last_day?: string | null
  all_clients?: boolean
  all_pages?: boolean
  status?: string
}

/**
 * Makes the changes of a draft whose records are locked (`judgeDraft`): all of a kind together, because 5,000 of them one by one take a
 * minute. Rules, audit lines and the way to insert are those of the screens. Updates are not: a screen sends typed values of the columns
 * that its form names, one record at a time, and a draft has JSON of the same columns of all its records, which is one statement.
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
  const uses = await countUsesOfEach(timeZone, tx, ids)
  for (const part of inParts(ids)) {
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
  const known = changes.filter(({ ruleId }) => ruleId !== null)
  const before = await findApprovals(
    tx,
    known.flatMap(({ ruleId }) => ruleId ?? []),
  )
  const values = JSON.stringify(known.map(({ ruleId, after }) => ({ id: ruleId, ...termsOf(after) })))
  await tx.execute(sql`
    update document_approvals t set first_day = s.first_day, last_day = s.last_day, all_clients = s.all_clients,
      all_pages = s.all_pages, status = s.status, version = t.version + 1, updated_at = now(), updated_by = ${by.person.userId}
    from jsonb_populate_recordset(null::document_approvals, ${values}::jsonb) s where t.id = s.id`)
  const added = written.filter(({ ruleId }) => ruleId === null)
  const records = added.map(({ id, roleId, pageId, after }) => ({
    ...{ id, columns: { application_role_id: roleId, page_id: pageId, ...termsOf(after) } },
  }))
  await insertRecords(tx, 'document_approvals', records, by)
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

/** The columns of where and when a rule counts. What most rules do not have is not in the draft. */
const termsOf = (after: Terms) => ({
  ...{ first_day: after.first_day ?? null, last_day: after.last_day ?? null },
  ...{ all_clients: after.all_clients ?? false, all_pages: after.all_pages ?? false },
  status: after.status ?? 'ACTIVE',
})

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
