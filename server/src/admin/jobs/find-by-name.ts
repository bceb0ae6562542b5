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

export const findClient = (tx: Tx, name: string) =>
  findOnly(
    tx,
    sql`select id from clients where deleted_at is null
      and (lower(actual_name) = lower(${name}) or lower(display_name) = lower(${name}))
      order by lower(actual_name) = lower(${name}) desc limit 1`,
    'No client has this name',
  )

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
