import pg from 'pg'
import { auditLine } from '../audit/record-audit.ts'
import { LEFT_OUT, SETTLE } from '../backup/left-out.ts'
import { keepAccessOf, type Regained, readRegained, retireKeysAgain } from '../backup/regained.ts'
import { makeClient } from '../db/make-client.ts'

/** Who would get access again that was taken since. */
export type Revived = Regained

/**
 * Removes what gives access from a recovered database, as a restore does, and records the recovery. Nothing is kept unless it
 * is confirmed.
 *
 * @param present the database as it is now, with the tables of this version; `null`: nobody can know who would get access again
 */
export async function voidAccess(
  connection: pg.ClientConfig,
  detail: object,
  present: pg.ClientConfig | null,
  confirm: (revived: Revived | null) => Promise<boolean>,
): Promise<void> {
  const client = makeClient(connection)
  const other = present && makeClient(present)
  try {
    await client.connect()
    await other?.connect()
    await client.query('set statement_timeout = 0')
    await client.query('begin')
    if (other !== null) {
      await other.query('begin isolation level repeatable read read only; set local statement_timeout = 0')
      await keepAccessOf(other, client)
    }
    const emptied = [...LEFT_OUT].filter((table) => table !== 'migrations').map(pg.escapeIdentifier)
    await client.query(`truncate ${emptied.join(', ')}`)
    for (const statement of SETTLE) await client.query(statement)
    if (other !== null) await retireKeysAgain(client)
    const revived = other && (await readRegained(client))
    await client.query(
      auditLine({ event: 'backup.restored', detail: { isReplaced: false, fromArchive: true, ...detail } }),
    )
    if (!(await confirm(revived))) throw new Error('Nothing was recovered.')
    await client.query('commit')
  } finally {
    await other?.end().catch(() => undefined)
    await client.end().catch(() => undefined)
  }
}
