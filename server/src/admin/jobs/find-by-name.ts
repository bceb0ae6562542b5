import sql, { type Sql } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'

// The records that a file names, in any case. Each throws AppError invalid_request if there is none.

export const findApplication = (tx: Tx, name: string) =>
  findOnly(
    tx,
    sql`select id from applications where lower(name) = lower(${name}) and deleted_at is null`,
    'No application has this name',
  )

/** Several clients may be shown under one name, and a file must not mean any of them. */
export async function findClient(tx: Tx, name: string): Promise<string> {
  const { rows } = await tx.execute<{ id: string; isActual: boolean }>(sql`
    select id, lower(actual_name) = lower(${name}) as "isActual" from clients
    where deleted_at is null and (lower(actual_name) = lower(${name}) or lower(display_name) = lower(${name}))
    order by "isActual" desc limit 2`)
  const [found, second] = rows
  if (found === undefined) throw new AppError('invalid_request', { msg: 'No client has this name' })
  if (!found.isActual && second !== undefined)
    throw new AppError('invalid_request', { msg: 'Several clients have this Display Name. Write the Actual Name.' })
  return found.id
}

export const findRole = (tx: Tx, name: string) =>
  findOnly(
    tx,
    sql`select id from roles where lower(name) = lower(${name}) and deleted_at is null`,
    'No role has this name',
  )

async function findOnly(tx: Tx, statement: Sql, msg: string): Promise<string> {
  const { rows } = await tx.execute<{ id: string }>(statement)
  if (rows[0] === undefined) throw new AppError('invalid_request', { msg })
  return rows[0].id
}
