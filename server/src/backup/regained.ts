import pg from 'pg'
import { copyIn, copyOut } from '../db/copy.ts'
import type { Authority } from './authority.ts'
import { APPLICATIONS } from './regained-applications.ts'
import { APPROVALS } from './regained-approvals.ts'
import { MESSAGES } from './regained-messages.ts'
import { PEOPLE } from './regained-people.ts'
import { SETTINGS } from './regained-settings.ts'

/** Access and authority that the backup gives and that the replaced database had taken away: one entry for each kind. */
export type Regained = { kind: string; count: number; examples: string[] }[]

/** How many are named of each kind. */
const EXAMPLES = 20

/** A test fails for a table that none of them keeps and that is not known to give no authority. */
const ALL: Authority[] = [PEOPLE, APPLICATIONS, APPROVALS, MESSAGES, SETTINGS]

/** Temporary tables with who had access before the restore. */
const KEPT: Record<string, string> = {
  ...Object.assign({}, ...ALL.map(({ kept }) => kept)),
  keys: `select kid from signing_keys where retired_at is null`,
}

/** The tables that are compared. */
export const COMPARED = new Set(Object.values(KEPT).map((query) => / from (\w+)/.exec(query)?.[1] ?? ''))

const KINDS: Record<string, string> = Object.assign({}, ...ALL.map(({ kinds }) => kinds))

/** Keeps who has access now, for the rest of the transaction. */
export async function keepAccess(client: pg.Client): Promise<void> {
  for (const [name, query] of Object.entries(KEPT)) {
    await client.query(`create temp table kept_${name} on commit drop as ${query}`)
    await client.query(`analyze kept_${name}`)
  }
}

/** Keeps who has access in another database, which has the same tables, for the rest of the transaction. */
export async function keepAccessOf(other: pg.Client, client: pg.Client): Promise<void> {
  for (const [name, query] of Object.entries(KEPT)) {
    await client.query(`create temp table kept_${name} on commit drop as ${query} with no data`)
    await copyIn(client, `copy kept_${name} from stdin`, copyOut(other, `copy (${query}) to stdout`))
    await client.query(`analyze kept_${name}`)
  }
}

/** Compares the loaded tables with what `keepAccess` has kept. */
export async function readRegained(client: pg.Client): Promise<Regained> {
  const regained: Regained = []
  // Tables that were just loaded have no statistics, without which each row is compared with each.
  await client.query(`analyze ${[...COMPARED].map(pg.escapeIdentifier).join(', ')}`)
  for (const [kind, query] of Object.entries(KINDS)) {
    const { rows } = await client.query<{ name: string; count: number }>(
      `select name, count(*) over ()::int as count from (${query}) found order by name limit ${EXAMPLES}`,
    )
    if (rows[0] !== undefined) regained.push({ kind, count: rows[0].count, examples: rows.map(({ name }) => name) })
  }
  return regained
}

/** A key that was retired after the backup signs nothing any more: otherwise anybody who has it could make tokens again. */
export async function retireKeysAgain(client: pg.Client): Promise<void> {
  await client.query(`
    update signing_keys set retired_at = now()
    where retired_at is null and exists (select from kept_keys) and kid not in (select kid from kept_keys)`)
}
