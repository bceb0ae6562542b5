import { readDuty } from '@gatehouse/contract/admin/approvals/conflict-duties.ts'
import { type roleConflicts, TOO_FEW } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import { USER_ROLE } from '@gatehouse/contract/permissions.ts'
import sql, { empty, raw } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import { textColumn } from '../engine/list.ts'
import { refuseFields } from '../engine/refuse-fields.ts'
import type { RulesNeeds, Store } from '../engine/store.ts'
import { countEachUse, requireLive, tableStore } from '../engine/table-store.ts'
import { dutiesIn } from './conflicts/duties-in.ts'
import { requireUnbound } from './conflicts/require-unbound.ts'
import { takeMatrixTurn } from './conflicts/take-turn.ts'
import { withPageIds } from './conflicts/with-page-ids.ts'

type Row = Output<typeof roleConflicts.create>
type Query = Input<typeof roleConflicts.list>
type Form = Input<typeof roleConflicts.create>

const store = tableStore<Row, Query, Form>({
  table: 'role_conflicts',
  nameOf: ({ name }) => name,
  source: {
    from: 'role_conflicts t join applications a on a.id = t.application_id and a.deleted_at is null',
    select: {
      name: 't.name',
      description: 't.description',
      applicationId: 't.application_id',
      applicationName: 'a.name',
      roles: 't.roles',
      duties: dutiesIn('t'),
      scope: 't.scope',
      effect: 't.effect',
    },
    columns: {
      name: textColumn('t.name'),
      application: textColumn('a.name'),
      roles: textColumn(`array_to_string(t.roles, ', ')`),
      effect: textColumn('t.effect'),
      scope: textColumn('t.scope'),
    },
  },
  toColumns: ({ applicationId, name, description, roles, duties, scope, effect }) => ({
    application_id: applicationId,
    ...{ name, description, roles, scope, effect },
    // `checked` has made ids of the names of pages.
    duties: JSON.stringify(
      duties.map(readDuty).map((duty) => ({ page: duty?.page || null, action: duty?.action || null, by: duty?.by })),
    ),
  }),
  uses: (db, id) =>
    countEachUse(db, [
      [
        'application roles that are kept apart',
        'leaves',
        sql`select role as name from role_conflicts c cross join unnest(c.roles) role where c.id = ${id}`,
      ],
      [
        'people who are excepted',
        'detaches',
        sql`select ${raw(fullNameIn('u'))} as name from conflict_exceptions x join users u on u.id = x.user_id and u.deleted_at is null
          where x.rule_id = ${id} and x.ended_at is null and x.valid_until > now()`,
      ],
    ]),
  filter: ({ applicationId }) => (applicationId ? sql`and t.application_id = ${applicationId}` : empty),
})

/** Rules of separation of duties. They name roles, which an application has for each client. */
export const roleConflictsStore = ({ config: { timeZone } }: RulesNeeds): Store<Row, Form> => ({
  ...store,
  // Changes of what people hold are judged by the rule as it is before it or after it.
  takeTurn: (tx, id, form) =>
    takeMatrixTurn(
      tx,
      sql`select application_id from role_conflicts where id = ${id} union select ${form?.applicationId ?? null}::uuid`,
    ),
  create: async (tx, id, form, by) => {
    await store.create(tx, id, await checked(tx, form), by)
  },
  update: async (tx, id, form, by) => {
    await requireUnbound(tx, id, by.person, timeZone)
    await store.update(tx, id, await checked(tx, form, id), by)
  },
  remove: async (tx, id, by) => {
    await requireUnbound(tx, id, by.person, timeZone)
    await store.remove(tx, id, by)
  },
})

/**
 * The form with each role once, as the application spells it, and pages by their ids. What the rule `id` of this application names already
 * may stay, also when it exists no more: another field can be changed without it being given up.
 */
async function checked(tx: Tx, form: Form, id: string | null = null): Promise<Form> {
  await requireLive(tx, 'applications', form.applicationId, 'Application is required')
  const { rows } = await tx.execute<{ name: string; key: string }>(sql`
    select distinct on (key) name, lower(name) as key from (
      select name, 1 as place, created_at from application_roles
        where application_id = ${form.applicationId} and deleted_at is null
      union all select named, 2, c.created_at from role_conflicts c cross join unnest(c.roles) named
        where c.id = ${id}::uuid and c.application_id = ${form.applicationId}) known
    cross join lateral lower(name) key order by key, place, created_at`)
  const known = new Map(rows.map(({ name, key }) => [key, name]))
  const keys = [...new Set(form.roles.map((role) => role.toLowerCase()))]
  const duties = await withPageIds(tx, form, id)
  const problem = keys.includes(USER_ROLE.toLowerCase())
    ? 'People give themselves the role User by registering, so no rule keeps it apart.'
    : keys.some((key) => !known.has(key))
      ? 'The application has no such role.'
      : keys.length + (duties?.length ?? 2) < 2
        ? TOO_FEW
        : null
  refuseFields({ roles: problem, duties: duties === null ? 'The application has no such page or action.' : null })
  return { ...form, roles: keys.map((key) => known.get(key) as string), duties: duties ?? [] }
}
