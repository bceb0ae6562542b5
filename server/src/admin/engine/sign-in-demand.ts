import sql, { raw, type Sql } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { requireEverythingOf } from './guard/carriers.ts'
import type { Author, StoreNeeds } from './store.ts'

/** What a form says of the sign-in that is needed (ADR 0096). */
type Asked = { needsStrongSignIn?: boolean | undefined; strongSignInFrom?: string | null | undefined }
type Needs = Pick<StoreNeeds, 'config'>
type Table = 'roles' | 'clients' | 'applications'

/** The fields of a row `t` of roles, clients or applications. A day of the portal's time zone is stored as its beginning. */
export const demandSelect = ({ config: { timeZone } }: Needs) => ({
  needsStrongSignIn: 't.needs_strong_sign_in',
  strongSignInFrom: `(t.strong_sign_in_from at time zone '${timeZone.replaceAll("'", "''")}')::date::text`,
})

/** The columns that a form writes. `dropUnusedDay` has to follow. */
export const demandColumns = ({ config }: Needs, { needsStrongSignIn, strongSignInFrom }: Asked) => ({
  needs_strong_sign_in: needsStrongSignIn,
  strong_sign_in_from: beginningOf(strongSignInFrom, config.timeZone),
})

function beginningOf(day: string | null | undefined, timeZone: string): Sql | null | undefined {
  return day === undefined || day === null ? day : sql`${day}::date::timestamp at time zone ${timeZone}`
}

/** What is not needed keeps no day: it would delay what somebody needs later. */
export async function dropUnusedDay(tx: Tx, table: Table, id: string): Promise<void> {
  await tx.execute(sql`
    update ${raw(table)} set strong_sign_in_from = null
    where id = ${id} and not needs_strong_sign_in and strong_sign_in_from is not null`)
}

/**
 * Makes a change of a client or application. One that changes which sign-in its people need is for those who hold every permission of
 * these people: others would take permissions in the console from them, or what protects their sign-in.
 *
 * @throws AppError demands_more
 */
export async function changeWithDemand(
  tx: Tx,
  table: Exclude<Table, 'roles'>,
  id: string,
  { person }: Author,
  change: () => Promise<void>,
): Promise<void> {
  const before = await readDemand(tx, table, id)
  await change()
  await dropUnusedDay(tx, table, id)
  if (person.userId === null || (await readDemand(tx, table, id)) === before) return
  const nowhere = { applicationId: null, clientId: null }
  const scope = table === 'clients' ? { ...nowhere, clientId: id } : { ...nowhere, applicationId: id }
  await requireEverythingOf(tx, scope, person, 'demands_more')
}

/** From when a strong sign-in is needed: '' not at all, '-infinity' since ever. */
async function readDemand(tx: Tx, table: Table, id: string): Promise<string> {
  const { rows } = await tx.execute<{ demand: string }>(sql`
    select case when status = 'ACTIVE' and needs_strong_sign_in
      then coalesce(strong_sign_in_from, '-infinity')::text else '' end as demand
    from ${raw(table)} where id = ${id}`)
  return rows[0]?.demand ?? ''
}
