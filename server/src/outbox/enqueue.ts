import sql from 'sql-template-tag'
import { newId } from '../crypto/ids.ts'
import { type DataKeys, seal } from '../crypto/seal.ts'
import { prepared } from '../db/database.ts'
import { insertRows } from './insert-rows.ts'
import type { Entry, Outbox } from './types.ts'

/** Stores what must happen outside, for the servers to do it. */
export const makeEnqueue =
  (sealKeys: DataKeys): Outbox['enqueue'] =>
  (tx, { id = newId(), ...entry }) => {
    tx.atCommit(insertEntry(id, entry, seal(sealKeys, place(id), JSON.stringify(entry.content))))
    return id
  }

export const place = (id: string) => `outbox|payload|${id}`

const COLUMNS = [
  ...(['id', 'kind', 'lane', 'payload', 'priority', 'not_after', 'created_at'] as const),
  ...(['user_id', 'application_id', 'client_id'] as const),
]

function insertEntry(id: string, entry: Omit<Entry, 'id' | 'content'>, payload: Buffer) {
  const { kind, lane, priority = 1, usefulMinutes = null, about } = entry
  // clock_timestamp(), not now(): a transaction may have waited for the one before it, and calls keep their order.
  return prepared('enqueue')`${insertRows(
    COLUMNS,
    sql`
      values (${id}, ${kind}, ${lane}, ${payload}, ${priority}, now() + make_interval(mins => ${usefulMinutes}),
        clock_timestamp(), ${about?.userId ?? null}, ${about?.applicationId ?? null}, ${about?.clientId ?? null})`,
  )}`
}
