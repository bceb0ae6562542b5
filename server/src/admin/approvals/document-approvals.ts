import type { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql, { empty, type Sql } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { lookUpLive } from '../../db/look-up-live.ts'
import { AppError } from '../../errors.ts'
import { findRecords, textColumn, valueColumn } from '../engine/list.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import type { RulesNeeds, Store } from '../engine/store.ts'
import { tableStore } from '../engine/table-store.ts'
import { requireRoleOfRestored, requireRoleOfRow } from './catch-all/user-role.ts'
import { keptApart } from './conflicts/kept-apart.ts'
import { nameAuthor } from './second-person/name-author.ts'
import { usesOfApproval } from './uses/uses-of-approval.ts'

type Row = Output<typeof documentApprovals.create>
type Query = Input<typeof documentApprovals.list>
type Form = Input<typeof documentApprovals.create>

const source = {
  from: `document_approvals t
  join application_roles r on r.id = t.application_role_id and r.deleted_at is null
  join applications a on a.id = r.application_id and a.deleted_at is null
  join clients c on c.id = r.client_id and c.deleted_at is null
  join pages p on p.id = t.page_id and p.deleted_at is null`,
  select: {
    projectId: 'a.id',
    projectName: 'a.name',
    clientId: 'c.id',
    clientName: 'c.display_name',
    roleId: 'r.id',
    roleName: 'r.name',
    pageId: 'p.id',
    pageName: 'p.name',
    roleData: `json_build_array(json_build_object('sequence', r.sequence, 'actionOfRole', r.action,
    'rangeFrom', r.range_from::float8 / 100, 'rangeTo', r.range_to::float8 / 100, 'bounds', r.bounds))`,
    firstDay: 't.first_day::text',
    lastDay: 't.last_day::text',
    allClients: 't.all_clients',
    allPages: 't.all_pages',
    status: 't.status',
  },
  columns: {
    projectName: textColumn('a.name'),
    pageName: textColumn('p.name'),
    clientName: textColumn('c.display_name'),
    roleName: textColumn('r.name'),
    actionOfRole: textColumn('r.action'),
    sequence: valueColumn('r.sequence'),
    range: valueColumn('r.range_from'),
    status: textColumn('t.status'),
  },
}

/** Document approvals, by their ids. */
export const findApprovals = (tx: Tx, ids: readonly string[]) =>
  findRecords<Row>(tx, { ...source, from: APPROVAL }, ids)

const APPROVAL = `document_approvals t ${lookUpLive('application_roles', 'r', 't.application_role_id')}
  ${lookUpLive('applications', 'a', 'r.application_id')} ${lookUpLive('clients', 'c', 'r.client_id')} ${lookUpLive('pages', 'p', 't.page_id')}`

const storeOf = (timeZone: string) =>
  tableStore<Row, Query, Form>({
    table: 'document_approvals',
    nameOf: ({ pageName, roleName }) => `${pageName}: ${roleName}`,
    source,
    filter: ({ projectId, clientId }) =>
      sql`${projectId ? sql`and r.application_id = ${projectId}` : empty} ${clientId ? sql`and (r.client_id = ${clientId} or t.all_clients)` : empty}`,
    toColumns: ({ roleId, pageId, firstDay, lastDay, allClients, allPages, status }) => ({
      ...{ application_role_id: roleId, page_id: pageId, first_day: firstDay, last_day: lastDay },
      ...{ all_clients: allClients, all_pages: allPages, status },
    }),
    uses: (db, id) => usesOfApproval(timeZone, db, id),
  })

/** Application and client are those of the role, and the page is one of the role's pages. */
function rowsStoreOf(timeZone: string): Store<Row, Form> {
  const store = storeOf(timeZone)
  return {
    ...store,
    nameAuthor,
    makesVersions: true,
    create: async (tx, id, form, by) => {
      await requireFitting(tx, form)
      await requireRoleOfRow(tx, form.roleId)
      await store.create(tx, id, form, by)
      await requireDays(tx, id)
    },
    update: async (tx, id, form, by) => {
      await requireFitting(tx, form)
      // A row from before stays, and can be made inactive.
      if ((await store.find(tx, id))?.roleId !== form.roleId) await requireRoleOfRow(tx, form.roleId)
      await store.update(tx, id, form, by)
      await requireDays(tx, id)
    },
    restore: async (tx, id) => {
      const { rows } = await tx.execute<{ roleId: string; pageId: string }>(sql`
      select application_role_id as "roleId", page_id as "pageId" from document_approvals where id = ${id}`)
      if (!rows[0]) return
      await requireAssigned(tx, rows[0].roleId, rows[0].pageId)
      // The role may have got another name meanwhile.
      await requireRoleOfRestored(tx, rows[0].roleId)
    },
  }
}

/** Document approvals. */
export const documentApprovalsStore = ({ config: { timeZone } }: RulesNeeds): Store<Row, Form> =>
  keptApart(
    rowsStoreOf(timeZone),
    timeZone,
    ({ projectId }) => projectId,
    (id) => sql`
      select r.application_id from document_approvals t join application_roles r on r.id = t.application_role_id where t.id = ${id}`,
  )

/** Judged as it is stored: a form may leave one of the days as it was. */
async function requireDays(tx: Tx, id: string) {
  const { rows } = await tx.execute<Record<'first' | 'last', string | null>>(sql`
    select first_day::text as first, last_day::text as last from document_approvals where id = ${id}`)
  if (rows[0]) requireDayOrder(rows[0].first, rows[0].last)
}

/**
 * @param first a day such as '2026-12-01'; `null`: since ever
 * @param last `null`: without end
 * @throws AppError invalid_request at the field `firstDay`
 */
export function requireDayOrder(first: unknown, last: unknown): void {
  const isUpsideDown = first !== null && last !== null && String(first) > String(last)
  refuseFields({ firstDay: isUpsideDown ? 'The first day cannot be after the last.' : null })
}

async function requireFitting(tx: Tx, { projectId, clientId, roleId, pageId }: Form) {
  await requireOne(
    tx,
    sql`select 1 from application_roles
      where id = ${roleId} and application_id = ${projectId} and client_id = ${clientId} and deleted_at is null for share`,
    'Choose a role of this application and client.',
  )
  await requireOne(
    tx,
    sql`select 1 from pages where id = ${pageId} and application_id = ${projectId} and deleted_at is null for share`,
    'Choose a page of this application.',
  )
  await requireAssigned(tx, roleId, pageId)
}

const requireAssigned = (tx: Tx, roleId: string, pageId: string) =>
  requireOne(
    tx,
    sql`select 1 from application_role_pages where application_role_id = ${roleId} and page_id = ${pageId} for share`,
    'This page is not assigned to the role. Assign it first.',
  )

/** Locks the record found until the transaction ends. @throws AppError invalid_request with `msg` if there is none */
async function requireOne(tx: Tx, found: Sql, msg: string) {
  const { rows } = await tx.execute(found)
  if (rows.length === 0) throw new AppError('invalid_request', { msg })
}
