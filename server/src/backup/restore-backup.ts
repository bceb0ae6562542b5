import type { Readable } from 'node:stream'
import pg from 'pg'
import { auditLine } from '../audit/record-audit.ts'
import { copyIn } from '../db/copy.ts'
import { applyMigrations } from '../db/migrate.ts'
import { isSearchIndex, plainIndexes, readMigrations } from '../db/migrations.ts'
import { seed } from '../db/seed.ts'
import { whileNoOtherStarts } from '../db/start-lock.ts'
import { type BackupKey, proofOf } from './backup-keys.ts'
import { LEFT_OUT, SETTLE } from './left-out.ts'
import type { Counts, Manifest, TableStart } from './manifest.ts'
import type { Progress } from './progress.ts'
import { readBackup } from './read-backup.ts'
import { keepAccess, type Regained, readRegained, retireKeysAgain } from './regained.ts'
import { dropEverything, loosen, type Rules, readRights, refuseOthers, stateOf, tighten } from './schema-rules.ts'

export type RestoreOptions = {
  choose: (kind: BackupKey['kind']) => BackupKey
  /** Of the servers; `null`: that in the backup is used. */
  masterKey: Buffer | null
  /** Whether what is in the database may be removed. */
  replace: boolean
  /** Whether no server can be running on the database. */
  isAlone: boolean
  /** Asked when everything is loaded and nothing is committed yet. */
  confirm: (regained: Regained, manifest: Manifest) => Promise<boolean>
  progress: Progress
}

export type Restored = { counts: Counts; manifest: Manifest; regained: Regained }

/**
 * Loads a backup into an empty database, or instead of what is there, in one transaction: whatever goes wrong, the database
 * stays as it was. The indexes of the searches are left to `buildIndexes`.
 *
 * @throws Error with a sentence for the operator
 */
export function restoreBackup(
  connection: pg.ClientConfig,
  file: Readable,
  { choose, masterKey, replace, isAlone, confirm, progress }: RestoreOptions,
): Promise<Restored> {
  return whileNoOtherStarts(connection, async (client) => {
    const { isEmpty } = await stateOf(client)
    if (!isEmpty && !replace)
      throw new Error('The database is not empty. Restore into an empty one, or add --replace to remove what is in it.')
    if (!isAlone) await refuseOthers(client)
    const rights = await readRights(client)
    let rules = null as Rules | null
    let manifest = null as Manifest | null

    const begin = async (read: Manifest) => {
      manifest = read
      refuseOtherKey(read, masterKey)
      if (!readMigrations().some(({ tag }) => tag === read.migration))
        throw new Error(`This backup is of a newer version of Gatehouse (${read.migration}). Use that version.`)
      await client.query("set local maintenance_work_mem = '128MB'")
      if (!isEmpty) {
        // What is compared has the tables of this version.
        await applyMigrations(client)
        await keepAccess(client)
        await dropEverything(client)
      }
      await applyMigrations(client, read.migration)
      rules = await loosen(client)
    }
    const counts = await readBackup(file, choose, {
      begin,
      table: async (start, rows) => {
        const stored = await load(client, start, withProgress(start, rows, progress))
        if (stored !== null) progress.tableDone(start.table, stored)
        return stored
      },
      end: async () => undefined,
    }).catch(explain)
    const { sequences, madeAt, migration } = manifest as unknown as Manifest
    for (const [name, value] of Object.entries(sequences))
      await client.query('select setval(to_regclass(quote_ident($1)), $2::bigint)', [name, value])
    progress.step('Checking the rules of the tables.')
    await tighten(client, rules as unknown as Rules)
    await applyMigrations(client)
    await seed(client)
    for (const statement of SETTLE) await client.query(statement)
    progress.step('Building the indexes.')
    for (const statement of missingIndexes()) await client.query(statement)
    for (const right of rights) await client.query(right).catch(explain)
    if (!isEmpty) await retireKeysAgain(client)
    const regained = isEmpty ? [] : await readRegained(client)
    const detail = { madeAt, migration, tables: counts.tables, rows: counts.rows, isReplaced: !isEmpty }
    await client.query(auditLine({ event: 'backup.restored', detail }))
    if (!(await confirm(regained, manifest as unknown as Manifest))) throw new Error('Nothing was restored.')
    return { counts, regained, manifest: manifest as unknown as Manifest }
  })
}

const keyOf = ({ masterKey }: Manifest, given: Buffer | null) =>
  given ?? (masterKey === null ? null : Buffer.from(masterKey, 'base64'))

function refuseOtherKey(manifest: Manifest, given: Buffer | null) {
  const key = keyOf(manifest, given)
  if (key === null)
    throw new Error('MASTER_KEY is not set: without the key of the servers that were backed up nobody could sign in.')
  if (manifest.masterKeyProof !== null && manifest.masterKeyProof !== proofOf(key))
    throw new Error('The master key is not that of the servers that were backed up: with it nobody could sign in.')
}

/** Reads the rows of tables that are not restored, and ignores them. */
async function load(client: pg.Client, { table, columns }: TableStart, rows: AsyncIterable<Buffer>) {
  if (!LEFT_OUT.has(table)) {
    const names = columns.map(pg.escapeIdentifier).join(', ')
    return copyIn(client, `copy ${pg.escapeIdentifier(table)} (${names}) from stdin`, rows)
  }
  for await (const _ of rows);
  return null
}

async function* withProgress({ table }: TableStart, rows: AsyncIterable<Buffer>, progress: Progress) {
  for await (const bytes of rows) {
    progress.moved(table, bytes.length)
    yield bytes
  }
}

const missingIndexes = () =>
  [...plainIndexes(readMigrations()).values()]
    .filter(([making = '']) => !isSearchIndex(making))
    .flat()
    .map((statement) => statement.replace(/create index (?!if not exists)/i, 'create index if not exists '))

/** `insufficient_privilege` (PostgreSQL, appendix A). */
const NO_RIGHT = '42501'

function explain(cause: Error & { code?: string }): never {
  if (cause.code !== NO_RIGHT) throw cause
  throw new Error(`This role may not restore (${cause.message}). Use the DATABASE_URL of the owner of the tables.`, {
    cause,
  })
}
