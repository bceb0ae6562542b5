import type { applicationRoles, RangeBounds } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import sql, { empty, raw } from 'sql-template-tag'
import { toInclusive } from '../../approvals/bounds.ts'
import type { Tx } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { AppError } from '../../errors.ts'
import { findRecords, textColumn, valueColumn } from '../engine/list.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import { type Author, type RulesNeeds, type Store, usesOf } from '../engine/store.ts'
import { countEachUse, insertRecords, requireLive, tableStore } from '../engine/table-store.ts'
import { visibleUses } from '../engine/visible-uses.ts'
import { isLastCatchAll, renameCatchAll } from './catch-all/rename-catch-all.ts'
import { requireNoApprover } from './catch-all/user-role.ts'
import { keptApart } from './conflicts/kept-apart.ts'
import { renameInConflicts } from './conflicts/rename-in-conflicts.ts'
import { getRole } from './role-pages.ts'
import { nameAuthor } from './second-person/name-author.ts'

type Row = Output<typeof applicationRoles.create>
type Query = Input<typeof applicationRoles.list>
type Form = Input<typeof applicationRoles.create>
type Changes = Input<typeof applicationRoles.update>

const source = {
  from: `application_roles t
    join applications a on a.id = t.application_id and a.deleted_at is null
    join clients c on c.id = t.client_id and c.deleted_at is null`,
  select: {
    role: 't.name',
    roleId: 't.role_id',
    applicationName: 'a.name',
    applicationData: `json_build_object('_id', a.id, 'name', json_build_object('description', a.name))`,
    clientData: `json_build_object('_id', c.id, 'displayName', c.display_name)`,
    regions: `case when t.all_regions then array['${ALL_REGIONS}'] else t.regions end`,
    sequence: 't.sequence',
    actionOfRole: 't.action',
    // Stored in paise. Amounts stay far below the largest integer that a float represents exactly.
    rangeFrom: 't.range_from::float8 / 100',
    rangeTo: 't.range_to::float8 / 100',
    bounds: 't.bounds',
    // Not a join: before the database has statistics of many new pages, it would go through all of them for each role.
    pageCount: `(select count(*)::int from application_role_pages rp
      where rp.application_role_id = t.id and (select p.deleted_at is null from pages p where p.id = rp.page_id))`,
  },
  columns: {
    name: textColumn('t.name'),
    application: textColumn('a.name'),
    client: textColumn('c.display_name'),
    sequence: valueColumn('t.sequence'),
    rangeFrom: valueColumn('t.range_from'),
    rangeTo: valueColumn('t.range_to'),
    actionOfRole: textColumn('t.action'),
    roleId: textColumn('t.role_id'),
  },
}

export const findRoles = (tx: Tx, ids: readonly string[]) => findRecords<Row>(tx, source, ids)

const toColumns = ({ applicationId, clientId, role, roleId, regions, ...approval }: Form | Changes) => ({
  application_id: applicationId,
  client_id: clientId,
  name: role,
  role_id: roleId,
  all_regions: regions.includes(ALL_REGIONS),
  regions: regions.includes(ALL_REGIONS) ? [] : [...new Set(regions)],
  sequence: approval.sequence,
  action: approval.actionOfRole,
  range_from: paise(approval.rangeFrom),
  range_to: paise(approval.rangeTo),
  bounds: approval.bounds,
})

const store = tableStore<Row, Query, Form, Changes>({
  table: 'application_roles',
  nameOf: ({ role }) => role,
  source,
  filter: ({ applicationId, clientId }) =>
    sql`${applicationId ? sql`and t.application_id = ${applicationId}` : empty} ${clientId ? sql`and t.client_id = ${clientId}` : empty}`,
  toColumns,
  uses: (db, id) =>
    countEachUse(db, [
      [
        'people',
        'blocks',
        sql`select ${raw(fullNameIn('u'))} as name
        from application_roles r
          join assignments s on s.application_id = r.application_id and s.client_id = r.client_id
            and lower(s.role) = lower(r.name)
          join users u on u.id = s.user_id and u.deleted_at is null
        where r.id = ${id}`,
      ],
      [
        'document approvals',
        'blocks',
        sql`select p.name from document_approvals d join pages p on p.id = d.page_id
        where d.application_role_id = ${id} and d.deleted_at is null`,
      ],
      [
        'catch-all roles',
        'blocks',
        sql`select a.name from application_roles r join approval_routings g on g.application_id = r.application_id and g.deleted_at is null
            and ${isLastCatchAll('r.id', 'r.client_id', 'r.name')} join applications a on a.id = r.application_id where r.id = ${id}`,
      ],
      [
        'pages',
        'detaches',
        sql`select p.name from application_role_pages rp join pages p on p.id = rp.page_id and p.deleted_at is null
        where rp.application_role_id = ${id}`,
      ],
      [
        'stand-ins',
        'leaves',
        sql`select ${raw(fullNameIn('u'))} as name from application_roles r
          join stand_ins t on t.application_id = r.application_id and lower(t.role) = lower(r.name) and t.ended_at is null
            and t.valid_until > now() and t.client_id = r.client_id
          join users u on u.id = t.stand_in_id where r.id = ${id}`,
      ],
      [
        'running reviews',
        'leaves',
        sql`select v.name from access_reviews v where v.state = 'running' and exists (
          select from application_roles r join access_review_lines l on l.application_id = r.application_id
            and l.client_id = r.client_id and lower(l.role) = lower(r.name)
          where r.id = ${id} and l.review_id = v.id and l.outcome is null)`,
      ],
      [
        'rules of separation of duties',
        'leaves',
        sql`select c.name from application_roles r join role_conflicts c on c.application_id = r.application_id and c.deleted_at is null
            and exists (select from unnest(c.roles) role where lower(role) = lower(r.name))
          where r.id = ${id} and not exists (select from application_roles o where o.id <> r.id and o.deleted_at is null
            and o.application_id = r.application_id and lower(o.name) = lower(r.name))`,
      ],
    ]),
})

/** A deleted role keeps its pages, so that a restore brings them back. */
const rolesStore: Store<Row, Form, Changes> = {
  ...{ ...store, nameAuthor, makesVersions: true },
  create: (tx, id, form, by) => createRoles(tx, [{ id, form }], by),
  update: async (tx, id, changes, by) => {
    const before = await getRole(tx, id)
    requireRange(changes, before.bounds)
    const { applicationId, clientId = before.clientId, role } = changes
    if (applicationId !== before.applicationId || clientId !== before.clientId) {
      // People, approvals and pages belong to the former pair of application and client.
      const uses = (await usesOf(store, tx, id)).filter(({ effect }) => effect !== 'leaves')
      if (uses.length > 0) throw new AppError('in_use', { data: { uses: visibleUses(uses, by.person) } })
      await requirePair(tx, applicationId, clientId)
      // Only deleted pages are left, which could be restored.
      await tx.execute(sql`delete from application_role_pages where application_role_id = ${id}`)
    }
    if (role !== before.name) await requireNoApprover(tx, id, role)
    await store.update(tx, id, changes, by)
    // Two that share one since before this rule stay as they are.
    if (changes.roleId !== before.roleId || clientId !== before.clientId || applicationId !== before.applicationId)
      await requireOwnRoleIds(tx, [id])
    if (role !== before.name) {
      await renameCatchAll(tx, by, id, { before: before.name, after: role })
      await renameInConflicts(tx, by, applicationId, { before: before.name, after: role })
      // Before the assignments: what is lent of a role that nobody has any more ends.
      await tx.execute(sql`
        update stand_ins t set role = ${role}
        where t.application_id = ${applicationId} and t.ended_at is null and t.valid_until > now()
          and lower(t.role) = lower(${before.name}) and (t.client_id = ${clientId} or t.client_id is null and not exists (
            select from assignments s where s.user_id = t.lender_id and s.application_id = t.application_id
              and s.client_id <> ${clientId} and lower(s.role) = lower(t.role)))`)
      await tx.execute(sql`
        update assignments set role = ${role}
        where application_id = ${applicationId} and client_id = ${clientId} and lower(role) = lower(${before.name})`)
    }
  },
  restore: async (tx, id) => {
    await requireOwnRoleIds(tx, [id])
    // A page may have moved to another application in the meantime.
    await tx.execute(sql`
      delete from application_role_pages rp using pages p, application_roles r
      where rp.application_role_id = ${id} and r.id = rp.application_role_id and p.id = rp.page_id
        and p.application_id <> r.application_id`)
  },
}

/**
 * Stores new roles, however many, in the turn of their matrix.
 *
 * @throws AppError invalid_request
 */
export async function createRoles(tx: Tx, roles: readonly { id: string; form: Form }[], by: Author): Promise<void> {
  for (const { form } of roles) requireRange(form, '[]')
  const pairs = new Map(roles.map(({ form }) => [`${form.applicationId} ${form.clientId}`, form]))
  for (const { applicationId, clientId } of pairs.values()) await requirePair(tx, applicationId, clientId)
  const records = roles.map(({ id, form }) => ({ id, columns: toColumns(form) }))
  await insertRecords(tx, store.table, records, by)
  const ids = roles.map(({ id }) => id)
  await requireOwnRoleIds(tx, ids)
}

/** Application roles. */
export const applicationRolesStore = ({ config }: RulesNeeds) =>
  keptApart(
    rolesStore,
    config.timeZone,
    ({ applicationId }) => applicationId,
    (id) => sql`select application_id from application_roles where id = ${id}`,
  )

export const paise = (rupees: number | null) => (rupees === null ? null : Math.round(rupees * 100))

/**
 * @param before the bounds that stay when the form has none
 * @throws AppError invalid_request for a range without amounts
 */
export function requireRange(
  { rangeFrom: from, rangeTo: to, ...form }: Pick<Changes, 'rangeFrom' | 'rangeTo' | 'bounds'>,
  before: RangeBounds,
) {
  const { bounds = before } = form
  const isUpsideDown = from !== null && to !== null && from > to
  const { rangeFrom, rangeTo } = toInclusive({ rangeFrom: paise(from), rangeTo: paise(to), bounds })
  const isEmpty = rangeFrom !== null && rangeTo !== null && rangeFrom > rangeTo
  const problem = isUpsideDown
    ? 'The range cannot end below its start.'
    : isEmpty
      ? 'No amount is between these bounds.'
      : null
  refuseFields({ rangeTo: problem })
}

async function requirePair(tx: Tx, applicationId: string, clientId: string) {
  await requireLive(tx, 'applications', applicationId, 'There is no such application')
  await requireLive(tx, 'clients', clientId, 'There is no such client')
}

/**
 * Makes sure that no other role of the same application and client has the Role Id of a stored one: applications may ask for the id
 * instead of the name in their claims, and give rights by it.
 *
 * @throws AppError invalid_request at the field
 */
async function requireOwnRoleIds(tx: Tx, ids: readonly string[]): Promise<void> {
  const { rows } = await tx.execute(sql`
    select from (select distinct application_id, client_id from application_roles where id = any(${ids}::uuid[])) w
      join application_roles t on t.application_id = w.application_id and t.client_id = w.client_id and t.deleted_at is null
    group by t.application_id, t.client_id, lower(t.role_id) having count(*) > 1 and bool_or(t.id = any(${ids}::uuid[])) limit 1`)
  refuseFields({ roleId: rows.length > 0 ? 'Another role of this application and client has this id.' : null })
}
