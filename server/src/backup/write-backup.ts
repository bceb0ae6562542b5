import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress } from 'node:zlib'
import pg from 'pg'
import { auditLine } from '../audit/record-audit.ts'
import { masterKeyId } from '../crypto/keys.ts'
import { copyOut } from '../db/copy.ts'
import { makeClient } from '../db/make-client.ts'
import { type BackupKey, proofOf } from './backup-keys.ts'
import { makeHeader } from './file-header.ts'
import { writeFrame } from './frames.ts'
import { LEFT_OUT, ROWS_LEFT_OUT } from './left-out.ts'
import type { Counts, Manifest } from './manifest.ts'
import type { Progress } from './progress.ts'
import { sealChunks } from './sealed-chunks.ts'

export type BackupOptions = {
  key: BackupKey
  /** Of the servers. */
  masterKey: Buffer | null
  /** Whether the master key is in the backup. */
  withMasterKey: boolean
  progress: Progress
}

/**
 * Writes one state of the database, beside the running servers.
 *
 * @throws Error with a sentence for the operator
 */
export async function writeBackup(
  connection: pg.ClientConfig,
  write: (bytes: Buffer) => Promise<void>,
  { key, masterKey, withMasterKey, progress }: BackupOptions,
): Promise<Counts> {
  const client = makeClient({ ...connection, keepAlive: true })
  await client.connect()
  const counts: Counts = { tables: 0, rows: 0, bytes: 0 }
  try {
    const migration = await newestMigration(client)
    const detail = { key: key.kind, withMasterKey }
    await client.query(auditLine({ event: 'backup.started', detail }))
    await client.query(
      'begin isolation level repeatable read read only; set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0',
    )
    const { rows } = await client.query<{ now: Date }>('select now()')
    const madeAt = rows[0]?.now as Date
    if (masterKey !== null) await refuseOtherMasterKey(client, masterKey)
    const header = makeHeader(key, madeAt)
    const manifest: Manifest = {
      ...{ madeAt: madeAt.toISOString(), migration },
      sequences: await readSequences(client),
      masterKeyProof: masterKey && proofOf(masterKey),
      masterKey: withMasterKey && masterKey !== null ? masterKey.toString('base64') : null,
    }
    async function* seal(compressed: AsyncIterable<Buffer>) {
      yield header.bytes
      for await (const chunk of sealChunks(compressed, header.chunkKey, header.bytes)) {
        counts.bytes += chunk.length
        yield chunk
      }
    }
    const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 1 } })
    await pipeline(
      () => frames(client, manifest, counts, progress),
      compress,
      seal,
      async (sealed: AsyncIterable<Buffer>) => {
        for await (const bytes of sealed) await write(bytes)
      },
    )
    counts.bytes += header.bytes.length
    return counts
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function* frames(client: pg.Client, manifest: Manifest, counts: Counts, progress: Progress) {
  yield writeFrame({ kind: 'json', value: manifest })
  const tables = await readTables(client)
  progress.begin(tables.reduce((sum, { estimate }) => sum + estimate, 0))
  for (const { table, columns, isPartitioned } of tables) {
    yield writeFrame({ kind: 'json', value: { table, columns } })
    const rows = copyOut(client, copyText(table, columns, isPartitioned))
    for (;;) {
      const { value, done } = await rows.next()
      if (done) {
        yield writeFrame({ kind: 'json', value: { rows: value } })
        counts.tables++
        counts.rows += value
        progress.tableDone(table, value)
        break
      }
      progress.moved(table, value.length)
      yield writeFrame({ kind: 'rows', bytes: value })
    }
  }
  yield writeFrame({ kind: 'json', value: { tables: counts.tables, rows: counts.rows } })
}

const quote = pg.escapeIdentifier

function copyText(table: string, columns: string[], isPartitioned: boolean): string {
  const names = columns.map(quote).join(', ')
  const left = ROWS_LEFT_OUT[table] ?? 'false'
  // COPY does not read the partitions of a table, but a select does.
  return left === 'false' && !isPartitioned
    ? `copy ${quote(table)} (${names}) to stdout`
    : `copy (select ${names} from ${quote(table)} where not (${left})) to stdout`
}

/** With a master key that does not wrap the stored keys, the backup could not be used (ADR 0055). */
async function refuseOtherMasterKey(client: pg.Client, masterKey: Buffer) {
  const { rows: found } = await client.query("select from pg_class where oid = to_regclass('stored_keys')")
  if (found.length === 0) return
  const { rows } = await client.query<{ id: string }>('select distinct master_key_id as id from stored_keys')
  if (rows.some(({ id }) => id !== masterKeyId(masterKey)))
    throw new Error('The master key is not that of this database: with it, the backup could not be used.')
}

async function newestMigration(client: pg.Client): Promise<string> {
  const { rows } = await client
    .query<{ tag: string | null }>('select max(tag) as tag from migrations')
    .catch((cause: Error) => {
      throw new Error(`This is no database of Gatehouse (${cause.message}).`, { cause })
    })
  const tag = rows[0]?.tag
  if (!tag) throw new Error('This database of Gatehouse is empty.')
  return tag
}

/** The tables that are kept, with the columns that are stored, and about how many rows there are. Partitions are in their table. */
async function readTables(client: pg.Client) {
  const { rows } = await client.query<{ table: string; columns: string[]; estimate: number; isPartitioned: boolean }>(`
    select c.relname as "table", greatest(c.reltuples, 0)::float8 as estimate, c.relkind = 'p' as "isPartitioned",
      array(select a.attname::text from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' order by a.attnum) as columns
    from pg_class c
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
    order by c.relname`)
  return rows.filter(({ table }) => !LEFT_OUT.has(table))
}

async function readSequences(client: pg.Client): Promise<Record<string, string>> {
  const { rows } = await client.query<{ name: string; value: string }>(`
    select sequencename as name, last_value::text as value from pg_sequences
    where schemaname = current_schema() and last_value is not null`)
  return Object.fromEntries(rows.map(({ name, value }) => [name, value]))
}
