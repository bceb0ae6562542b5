import { readFileSync } from 'node:fs'
import type pg from 'pg'
import { sourceFile } from '../places.ts'
import { whileNoOtherStarts } from './start-lock.ts'

const GRANTS = readFileSync(sourceFile('db/server-role.sql'), 'utf8')
/** The role in that file. */
const NAME = 'gatehouse_server'

/**
 * Gives the role of the servers the rights that it needs on tables of another role, by which it is called. Makes the
 * role if it is missing, and sets its password.
 *
 * @param password `null`: the role is there, and keeps its password
 * @throws Error with a sentence for the operator
 */
export function grantServerRole(
  connection: pg.ClientConfig,
  { name, password }: { name: string; password: string | null },
): Promise<void> {
  return whileNoOtherStarts(connection, async (client) => {
    const { rows } = await client.query<{ isThere: boolean; isOwn: boolean }>(
      'select exists (select from pg_roles where rolname = $1) as "isThere", current_user = $1 as "isOwn"',
      [name],
    )
    const { isThere = false, isOwn = false } = rows[0] ?? {}
    if (isOwn) throw new Error(`${name} owns the tables: the servers need another role.`)
    if (!isThere && password === null)
      throw new Error(`There is no role ${name}: make it, or give its password with --server-password-file.`)
    const role = client.escapeIdentifier(name)
    if (password !== null) {
      const change = isThere ? 'alter' : 'create'
      await client.query(`${change} role ${role} login password ${client.escapeLiteral(password)}`)
    }
    await client.query(GRANTS.replaceAll(NAME, role))
  })
}
