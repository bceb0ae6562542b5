import sql, { raw } from 'sql-template-tag'
import { keepApart } from '../admin/approvals/conflicts/require-apart.ts'
import { takeMatrixTurn } from '../admin/approvals/conflicts/take-turn.ts'
import { removeRecord } from '../admin/engine/changes.ts'
import { lockPeopleNamed } from '../admin/engine/owners.ts'
import { refuseInWords } from '../admin/engine/resource.ts'
import { OPERATOR } from '../admin/engine/store.ts'
import { recordAudit } from '../audit/record-audit.ts'
import type { DataKeys } from '../crypto/seal.ts'
import type { Db, Tx } from '../db/database.ts'
import { isConflict, isConnectionLost, isDatabaseBusy } from '../db/faults.ts'
import { inSavepoint } from '../db/savepoint.ts'
import { AppError } from '../errors.ts'
import { changedOwners } from './changed-owners.ts'
import { lossOf, type RecordChange } from './differences.ts'
import { type Fault, FaultyFile, FaultyRecord } from './faults.ts'
import type { FileKind } from './kind.ts'
import { matched } from './matched.ts'
import { type Portal, putRecord } from './put-record.ts'
import type { ConfigurationFile, FileRecord } from './read-file.ts'
import { type Entry, nameKey, readRecords } from './records.ts'
import type { Secrets } from './secrets-of-file.ts'
import { pathInFile } from './wanted.ts'

/** `isDry`: everything is done and undone, so that a plan finds what an application would find. */
type Way = { isDry: boolean; isDelete: boolean; sealKeys: DataKeys; timeZone: string; secrets: Secrets }

const TRIES = 3
const BUSY =
  'Others are changing the same records, or another file is being applied: nothing was changed. Run the command again; if it fails again, look for long transactions in pg_stat_activity.'
const LOST =
  'The connection to the database has ended, or the database waited for a minute for this command. Make a plan again: it says what is left to do.'

/**
 * Makes the portal as the file says, in one transaction, as the operator.
 *
 * @throws FaultyFile, and nothing is changed
 */
export async function applyFile(
  db: Db,
  kinds: readonly FileKind[],
  file: ConfigurationFile,
  way: Way,
): Promise<RecordChange[]> {
  const people = new Set<string>()
  let tries = 0
  for (;;) {
    try {
      return await attempt(db, kinds, file, { ...way, people: [...people] })
    } catch (error) {
      if (error instanceof Undone) return error.changes
      // Each time it names others, so this ends.
      if (error instanceof Unlocked) for (const one of error.emails) people.add(one)
      else if (!isOvertaken(error) || ++tries === TRIES) throw explained(error)
    }
  }
}

function explained(error: unknown): unknown {
  if (isDatabaseBusy(error)) return new Error(BUSY, { cause: error })
  return isConnectionLost(error) ? new Error(LOST, { cause: error }) : error
}

/** `people`: the addresses of those who are locked. */
type Attempt = Way & { people: string[] }

async function attempt(
  db: Db,
  kinds: readonly FileKind[],
  file: ConfigurationFile,
  way: Attempt,
): Promise<RecordChange[]> {
  return db.transaction(async (tx) => {
    await takeTurn(tx)
    await lockPeopleNamed(tx, way.people)
    await takeMatrixTurn(tx, null)
    await lockRecords(
      tx,
      kinds.filter(({ section }) => file.sections.has(section)),
    )
    const { sealKeys, secrets } = way
    const portal: Portal = { tx, sealKeys, secrets, records: await readRecords(tx, kinds) }
    const pairs = kinds.map((kind) => matched(kind, file.sections.get(kind.section), portal.records))
    requireLocked(way, changedOwners(pairs.flatMap(({ pairs: all }) => all)))
    const faults: Fault[] = []
    const changes: RecordChange[] = []
    const failed = new Set<string>()
    await keepApart(tx, OPERATOR, { applicationId: null, timeZone: way.timeZone }, async () => {
      // Records that use others go first.
      for (const { surplus } of pairs.toReversed())
        for (const entry of surplus) changes.push(await remove(portal, entry, way, faults))
      for (const [record, entry] of pairs.flatMap(({ pairs: all }) => all)) {
        changes.push(...(await put(portal, record, entry, { faults, failed })))
      }
    }).catch((error: unknown) => {
      if (!(error instanceof AppError) || error.key !== 'invalid_request') throw error
      // It is about all changes together, so it has no place of its own.
      faults.push({ path: [], text: error.message })
    })
    if (faults.length > 0) throw new FaultyFile(faults.map(file.inWords))
    if (way.isDry) throw new Undone(changes)
    const { kept: _, ...counts } = countsOf(changes)
    if (counts.create + counts.change + counts.delete > 0)
      await recordAudit(tx, {
        event: 'configuration.applied',
        detail: { by: 'gatehouse', sha256: file.digest, ...counts },
      })
    return changes
  })
}

export function countsOf(changes: readonly RecordChange[]): Record<RecordChange['change'], number> {
  const count = (kind: RecordChange['change']) => changes.filter(({ change }) => change === kind).length
  return {
    create: count('create'),
    change: count('change'),
    delete: count('delete'),
    surplus: count('surplus'),
    kept: count('kept'),
  }
}

/** Ends a transaction in which everything was only tried. */
class Undone extends Error {
  readonly changes: RecordChange[]
  constructor(changes: RecordChange[]) {
    super('undone')
    this.changes = changes
  }
}

/** Who becomes an owner is known when the records are read, which is too late for the locks of people: they come first. */
class Unlocked extends Error {
  readonly emails: readonly string[]
  constructor(emails: readonly string[]) {
    super('owners change who are not locked')
    this.emails = emails
  }
}

/** @throws Unlocked when these people are not locked */
function requireLocked({ people }: Attempt, emails: readonly string[]): void {
  const missing = emails.filter((one) => !people.includes(one))
  if (missing.length > 0) throw new Unlocked(missing)
}

/** One file at a time. */
async function takeTurn(tx: Tx): Promise<void> {
  await tx.execute(sql`set local idle_in_transaction_session_timeout = '60s'`)
  await tx.execute(sql`set local statement_timeout = '60s'`)
  await tx.execute(sql`set local lock_timeout = '60s'`)
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended('configuration', 0))`)
  await tx.execute(sql`set local lock_timeout = '5s'`)
}

/**
 * The order is that of the console, which locks people first, and a record before those that it refers to. New references, such as
 * that of a launch to its application, do not wait.
 */
async function lockRecords(tx: Tx, kinds: readonly FileKind[]): Promise<void> {
  for (const { store } of kinds.toReversed())
    await tx.execute(sql`select 1 from ${raw(store.table)} where deleted_at is null order by id for no key update`)
}

/** An administrator has changed the same record meanwhile: what the file wants is compared with the new state. */
const isOvertaken = (error: unknown) =>
  (error instanceof AppError && error.key === 'changed_meanwhile') || isConflict(error)

type Findings = { faults: Fault[]; failed: Set<string> }

async function put(portal: Portal, record: FileRecord, entry: Entry | undefined, { faults, failed }: Findings) {
  const { kind, name, path } = record
  // What it refers to has failed already, with a message of its own.
  if (dependsOn(record, failed)) return []
  try {
    return await putRecord(portal, record, entry).catch(refuseInWords)
  } catch (error) {
    failed.add(nameKey(kind.section, name))
    for (const fault of faultsOf(kind, error)) faults.push({ ...fault, path: [...path, ...fault.path] })
    return []
  }
}

function dependsOn({ kind, given }: FileRecord, failed: ReadonlySet<string>): boolean {
  if (failed.size === 0) return false
  const text = (field: string) => String(given[field] ?? '')
  const references = Object.values(kind.references).map(({ as, to, within = [] }) =>
    nameKey(to, [...within, as].map(text)),
  )
  const links = Object.entries(kind.links).flatMap(([field, link]) => {
    if ('show' in link) return []
    const { to, within = [] } = link
    return [given[field]].flat().map((one) => nameKey(to, [...within.map(text), String(one)]))
  })
  return [...references, ...links].some((name) => failed.has(name))
}

async function remove(portal: Portal, entry: Entry, { isDelete }: Way, faults: Fault[]): Promise<RecordChange> {
  if (!isDelete) return lossOf(entry, 'surplus')
  const { kind, row } = entry
  try {
    await inSavepoint(portal.tx, (inner) => removeRecord(inner, kind, row._id, OPERATOR)).catch(refuseInWords)
    portal.records.remove(entry)
  } catch (error) {
    const { name } = lossOf(entry, 'delete')
    for (const { text } of faultsOf(kind, error))
      faults.push({ path: [kind.section], text: `"${name}" cannot be deleted. ${text}` })
  }
  return lossOf(entry, 'delete')
}

/** @throws everything that is no fault of the file */
function faultsOf(kind: FileKind, error: unknown): readonly Fault[] {
  if (error instanceof FaultyRecord) return error.faults
  if (!(error instanceof AppError) || error.key === 'changed_meanwhile' || error.status >= 500) throw error
  const { fields } = (error.data ?? {}) as { fields?: Record<string, string> }
  if (fields === undefined) return [{ path: [], text: error.message }]
  return Object.entries(fields).map(([field, text]) => ({ path: pathInFile(kind, field.split('.')), text }))
}
