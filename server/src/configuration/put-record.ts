import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { SECRET_MASK } from '@gatehouse/contract/fields.ts'
import { createRecord, updateRecord } from '../admin/engine/changes.ts'
import { type Author, OPERATOR } from '../admin/engine/store.ts'
import { openSecrets } from '../admin/gateways/sealed-secrets.ts'
import type { DataKeys } from '../crypto/seal.ts'
import type { Tx } from '../db/database.ts'
import { inSavepoint, Unchanged } from '../db/savepoint.ts'
import { AppError } from '../errors.ts'
import { changeOf, type FieldChange, keptOf, type RecordChange } from './differences.ts'
import { FaultyRecord } from './faults.ts'
import type { FileKind } from './kind.ts'
import type { FileRecord } from './read-file.ts'
import { type Entry, entryOf, type Records, wireOf } from './records.ts'
import type { Secrets } from './secrets-of-file.ts'
import { canonical, merged } from './values.ts'
import { parsed, type Wanted, wantedOf } from './wanted.ts'

/** Whoever applies a file judges all its changes together. */
const BY: Author = { ...OPERATOR, isJudgedAsWhole: true }

/** The state of the portal in the transaction. */
export type Portal = { tx: Tx; records: Records; sealKeys: DataKeys; secrets: Secrets }

/**
 * Creates a record, or changes the given one, as the console does. Empty: there is nothing to do.
 *
 * @throws FaultyRecord, AppError
 */
export async function putRecord(portal: Portal, record: FileRecord, entry: Entry | undefined): Promise<RecordChange[]> {
  const wanted = wantedOf(record, portal)
  if (entry === undefined) return [withSources(record, await create(portal, record, wanted))]
  const updated = await update(portal, entry, wanted)
  const made = updated === null ? null : withSources(record, updated)
  const kept = keptOf(portal.records.withId(entry.row._id) ?? entry, wanted.wire)
  return [made, kept].filter((one) => one !== null)
}

async function create({ tx, records }: Portal, { kind }: FileRecord, wanted: Wanted): Promise<RecordChange> {
  const nothingToKeep = Object.entries(wanted.secrets).filter(([, secret]) => secret === null)
  if (nothingToKeep.length > 0)
    throw new FaultyRecord(nothingToKeep.map(([field]) => ({ path: [field], text: NOTHING_TO_KEEP })))
  const form = parsed(kind, kind.resource.create.request, { ...wanted.wire, ...wanted.secrets })
  const entry = await inSavepoint(tx, async (inner) => {
    const row = await createRecord(inner, kind, form, BY)
    await attach(inner, kind, row, {}, wanted.links)
    return entryOf(kind, row, wanted.links, records)
  })
  records.add(entry)
  return changeOf(null, entry, [])
}

const NOTHING_TO_KEEP =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the file's own notation
  'A new record has no secret to keep: write ${env:NAME} or ${file:/path}, or leave the line out.'

async function update(portal: Portal, entry: Entry, wanted: Wanted): Promise<RecordChange | null> {
  const { kind, row } = entry
  const secrets = await changedSecrets(portal, entry, wanted)
  const isSame = isSameForm(kind, row, wanted) && secrets.length === 0 && hasLinks(entry, wanted)
  return isSame ? null : change(portal, entry, wanted, secrets)
}

async function change(
  portal: Portal,
  entry: Entry,
  wanted: Wanted,
  secrets: FieldChange[],
): Promise<RecordChange | null> {
  const { tx, records } = portal
  const { kind, row } = entry
  const present = wireOf(kind, row)
  const write = (values: Record<string, unknown>) =>
    inSavepoint(tx, async (inner) => {
      const links = { ...entry.links, ...wanted.links }
      const after =
        isSameForm(kind, row, wanted) && secrets.length === 0 ? row : await updated(inner, kind, row, values)
      await attach(inner, kind, row, entry.links, wanted.links)
      const next = entryOf(kind, after, links, records)
      const found = changeOf(entry, next, secrets)
      // The store has made the same of it, such as of launch fields in their standard order.
      if (found.fields.length === 0) throw new Unchanged()
      return { next, found }
    })
  const changed = secrets.map(({ field }) => field)
  const kept = Object.fromEntries(
    Object.entries(wanted.secrets).map(([field, value]) => [field, changed.includes(field) ? value : present[field]]),
  )
  const all = Object.fromEntries(Object.entries(wanted.secrets).map(([field, value]) => [field, value ?? SECRET_MASK]))
  const values = merged(present, wanted.wire) as Record<string, unknown>
  try {
    const { next, found } = await write({ ...values, ...kept }).catch((error: unknown) => {
      // The address has changed: the console, too, asks for the secrets again.
      if (error instanceof AppError && error.key === 'secret_needed_again') return write({ ...values, ...all })
      throw error
    })
    records.remove(entry)
    records.add(next)
    return found
  } catch (error) {
    if (error instanceof Unchanged) return null
    throw error
  }
}

function updated(tx: Tx, kind: FileKind, row: RecordRow, values: Record<string, unknown>): Promise<RecordRow> {
  const { idKey, update } = kind.resource
  const { [idKey]: id, version: _, ...changes } = parsed(kind, update.request, { ...values, [idKey]: row._id })
  return updateRecord(tx, kind, String(id), changes, BY, row.version)
}

/** Whether the file wants what the form would show, both as the schema gives them. */
function isSameForm(kind: FileKind, row: RecordRow, { wire }: Wanted): boolean {
  const present = wireOf(kind, row)
  const request = kind.resource.create.request
  const now = request.safeParse(present)
  const then = parsed(kind, request, merged(present, wire) as Record<string, unknown>)
  return canonical(now.success ? now.data : present) === canonical(then)
}

const hasLinks = ({ links }: Entry, wanted: Wanted) =>
  Object.entries(wanted.links).every(
    ([name, ids]) => canonical([...ids].sort()) === canonical([...(links[name] ?? [])].sort()),
  )

async function changedSecrets({ tx, sealKeys }: Portal, { kind, row }: Entry, wanted: Wanted): Promise<FieldChange[]> {
  if (Object.values(wanted.secrets).every((value) => value === null)) return []
  const { table } = kind.store
  const present = await openSecrets(tx, sealKeys, { table, columns: kind.secrets }, row._id)
  return Object.entries(wanted.secrets).flatMap(([field, value]) => {
    const was = present[field] ?? ''
    if (value === null || value === was) return []
    return [{ field, before: secretWords(was), after: value === was ? '' : secretWords(value, was), isSecret: true }]
  })
}

/** Says of each secret where it comes from: the file may be reviewed by somebody who cannot see what the references hold. */
const withSources = ({ given }: FileRecord, change: RecordChange): RecordChange => ({
  ...change,
  fields: change.fields.map((field) => {
    const from = field.isSecret ? given[field.field] : undefined
    return typeof from === 'string' && from !== '' ? { ...field, from } : field
  }),
})

const secretWords = (secret: string, was = '') => (secret === '' ? 'none' : was === '' ? 'set' : 'another one')

async function attach(
  tx: Tx,
  kind: FileKind,
  { _id }: RecordRow,
  present: Record<string, string[]>,
  wanted: Record<string, string[]>,
): Promise<void> {
  for (const [name, ids] of Object.entries(wanted)) {
    const link = kind.links[name]
    const now = present[name] ?? []
    for (const other of now.filter((id) => !ids.includes(id))) await link?.detach(tx, BY, _id, other)
    for (const other of ids.filter((id) => !now.includes(id))) await link?.attach(tx, BY, _id, other)
  }
}
