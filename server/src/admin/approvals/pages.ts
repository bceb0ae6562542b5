import type { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import sql, { join, raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import type { Caller } from '../../identity/actor.ts'
import { findRecords, textColumn } from '../engine/list.ts'
import { type Author, type Store, usesOf } from '../engine/store.ts'
import { countEachUse, insertRecords, requireLive, tableStore, withChecks } from '../engine/table-store.ts'
import { visibleUses } from '../engine/visible-uses.ts'
import { takeMatrixTurn } from './conflicts/take-turn.ts'
import { nameAuthor } from './second-person/name-author.ts'

type Row = Output<typeof pages.create>
type Query = Input<typeof pages.list>
type Form = Input<typeof pages.create>
type Changes = Input<typeof pages.update>

/** Published by its application, and no role may use it yet. Inactive ones are not meant to be used. */
export const UNASSIGNED = `(t.manifest_id is not null and t.withdrawn_at is null and t.status = 'ACTIVE' and not exists (
  select from application_role_pages rp join application_roles r on r.id = rp.application_role_id and r.deleted_at is null
  where rp.page_id = t.id))`

const source = {
  from: 'pages t join applications a on a.id = t.application_id and a.deleted_at is null',
  select: {
    page: 't.name',
    description: 't.description',
    applicationId: 't.application_id',
    applicationName: 'a.name',
    status: 't.status',
    manifestId: `coalesce(t.manifest_id, '')`,
    path: 't.path',
    actions: 't.actions',
    isWithdrawn: 't.withdrawn_at is not null',
    isUnassigned: UNASSIGNED,
  },
  columns: { page: textColumn('t.name'), application: textColumn('a.name'), status: textColumn('t.status') },
}

export const findPages = (tx: Tx, ids: readonly string[]) => findRecords<Row>(tx, source, ids)

const toColumns = ({ page, description, applicationId, status }: Form | Changes) => ({
  name: page,
  description,
  application_id: applicationId,
  status,
})

const store = tableStore<Row, Query, Form, Changes>({
  table: 'pages',
  nameOf: ({ page }) => page,
  source,
  toColumns,
  filter,
  uses: (db, id) =>
    countEachUse(db, [
      // The links to roles are kept, so that a restored page belongs to them again.
      [
        'application roles',
        'detaches',
        sql`select r.name from application_role_pages rp
        join application_roles r on r.id = rp.application_role_id and r.deleted_at is null where rp.page_id = ${id}`,
      ],
      [
        'document approvals',
        'blocks',
        sql`select r.name from document_approvals d
        join application_roles r on r.id = d.application_role_id and r.deleted_at is null
        where d.page_id = ${id} and d.deleted_at is null`,
      ],
      [
        'applications whose requests for access it decides',
        'leaves',
        sql`select name from applications where request_page_id = ${id} and request_rule = 'matrix' and deleted_at is null`,
      ],
    ]),
})

/** Stores new pages, however many, in the turn of their matrix. @throws AppError invalid_request */
export async function createPages(tx: Tx, made: readonly { id: string; form: Form }[], by: Author): Promise<void> {
  for (const id of new Set(made.map(({ form }) => form.applicationId)))
    await requireLive(tx, 'applications', id, 'Application is required')
  await refuseIdsAsNames(
    tx,
    made.map(({ id, form: { applicationId, page } }) => ({ id, applicationId, name: page })),
  )
  const records = made.map(({ id, form }) => ({ id, columns: toColumns(form) }))
  await insertRecords(tx, store.table, records, by)
}

/** Pages of applications. */
export const pagesStore: Store<Row, Form, Changes> = {
  ...withChecks(store, {
    update: async (tx, id, { applicationId, page }, by) => {
      if (applicationId !== undefined) await requireMovable(tx, id, applicationId, by)
      await refuseIdsAsNames(tx, [{ id, applicationId: applicationId ?? null, name: page }])
    },
  }),
  create: (tx, id, form, by) => createPages(tx, [{ id, form }], by),
  nameAuthor,
  // Whether a page needs a second person, or the right to give access, depends on the catch-all role and the rows of its application.
  takeTurn: (tx, id, changes) =>
    takeMatrixTurn(
      tx,
      sql`select application_id from pages where id = ${id} union select ${changes?.applicationId ?? null}::uuid`,
    ),
  // A restored page is one of the console, also when its application has published another one meanwhile.
  remove: (tx, id) => unpublish(tx, id),
}

type Named = { id: string; applicationId: string | null; name: string }

/**
 * Applications may ask for a page by its id or by its name, and a claim has the ids with their actions: under such a name somebody would
 * get what belongs to another page. @throws AppError invalid_request
 */
async function refuseIdsAsNames(tx: Tx, named: readonly Named[]): Promise<void> {
  const { rows } = await tx.execute<{ name: string }>(sql`
    select n.name from json_to_recordset(${JSON.stringify(named)}::json) n (id uuid, "applicationId" uuid, name text)
      left join pages own on own.id = n.id
      join pages o on o.application_id = coalesce(n."applicationId", own.application_id) and o.manifest_id = split_part(n.name, ':', 1)
        and o.deleted_at is null and (o.id <> n.id or n.name <> o.manifest_id)
    where n.name is distinct from own.name limit 1`)
  if (rows[0] === undefined) return
  const msg = 'This name is, or begins with, the id by which the application asks for a page'
  throw new AppError('invalid_request', { msg, data: { fields: { page: msg } } })
}

/** Roles and approvals only use pages of their own application. */
async function requireMovable(tx: Tx, id: string, applicationId: string, { person }: Author): Promise<void> {
  await requireLive(tx, 'applications', applicationId, 'Application is required')
  const page = await store.find(tx, id)
  if (page?.applicationId === applicationId) return
  const uses = await usesOf(store, tx, id)
  if (uses.length > 0) throw new AppError('in_use', { data: { uses: visibleUses(uses, person) } })
  await unpublish(tx, id)
}

/** The manifest of an application knows the page no more. */
async function unpublish(tx: Tx, id: string): Promise<void> {
  await tx.execute(sql`update pages set manifest_id = null, withdrawn_at = null where id = ${id}`)
}

/** The permissions to see all pages. Other callers see those of their assigned applications (requirement C2). */
const SEEING_ALL = ['approvals:read', 'pages:write', 'applications:read']

function filter({ applicationId, isUnassigned }: Query, { userId, permissions }: Caller): Sql {
  const conditions = [sql``]
  if (applicationId !== undefined) conditions.push(sql`t.application_id = ${String(applicationId)}`)
  if (isUnassigned !== undefined) conditions.push(sql`${raw(UNASSIGNED)} = ${isUnassigned}`)
  if (!SEEING_ALL.some((permission) => permissions.includes(permission)))
    conditions.push(sql`t.deleted_at is null and exists (
      select 1 from assignments s where s.user_id = ${userId} and s.application_id = t.application_id)`)
  return join(conditions, ' and ')
}
