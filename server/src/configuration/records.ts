import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { oneSpelling } from '@gatehouse/contract/record-name.ts'
import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { type FileKind, fieldsOf, isSecret, nameInFile, type Reference } from './kind.ts'
import { KEEP } from './secret-references.ts'
import { at, isObject } from './values.ts'

/** A record of the portal. */
export type Entry = {
  kind: FileKind
  row: RecordRow
  /** As the file says it. */
  file: Record<string, unknown>
  /** The ids of the attached records. */
  links: Record<string, string[]>
}

/** The records of the portal, by section, by id and by name. */
export class Records {
  readonly #sections = new Map<string, Entry[]>()
  readonly #byId = new Map<string, Entry>()
  readonly #byName = new Map<string, Entry[]>()

  add(entry: Entry): void {
    const { section } = entry.kind
    push(this.#sections, section, entry)
    this.#byId.set(entry.row._id, entry)
    push(this.#byName, nameKey(section, nameOf(entry.kind, entry.file)), entry)
  }

  remove(entry: Entry): void {
    const { section } = entry.kind
    const name = nameKey(section, nameOf(entry.kind, entry.file))
    this.#sections.set(
      section,
      this.of(section).filter((one) => one !== entry),
    )
    this.#byId.delete(entry.row._id)
    this.#byName.set(
      name,
      (this.#byName.get(name) ?? []).filter((one) => one !== entry),
    )
  }

  of(section: string): readonly Entry[] {
    return this.#sections.get(section) ?? []
  }

  /** Those with exactly this name, or in another spelling: names of former releases may differ by it alone. */
  named(section: string, name: readonly string[]): readonly Entry[] {
    const found = this.#byName.get(nameKey(section, name)) ?? []
    const exact = found.filter(({ kind, file }) => nameOf(kind, file).every((part, at) => part === name[at]))
    return exact.length > 0 ? exact : found
  }

  /** The record as it is by now; `undefined`: it is not there any more. */
  withId(id: string): Entry | undefined {
    return this.#byId.get(id)
  }

  /** The last part of the name of a record; the rest of it is in the record that refers to it. */
  shortName(id: unknown): string | null {
    const entry = this.#byId.get(String(id))
    return entry === undefined ? null : (nameOf(entry.kind, entry.file).at(-1) ?? null)
  }
}

function push<Value>(lists: Map<string, Value[]>, key: string, value: Value): void {
  const list = lists.get(key)
  if (list === undefined) lists.set(key, [value])
  else list.push(value)
}

/** Names are compared as forms store them and the database compares them. */
export const nameKey = (section: string, name: readonly string[]) =>
  JSON.stringify([section, ...name.map((part) => oneSpelling(part).toLowerCase())])

export const nameOf = ({ key }: FileKind, file: Record<string, unknown>): string[] =>
  key.map((path) => String(at(file, path.split('.')) ?? ''))

/** Reads all records that are not deleted. */
export async function readRecords(tx: Tx, kinds: readonly FileKind[]): Promise<Records> {
  const records = new Records()
  for (const kind of kinds) {
    const { rows } = await tx.execute<{ id: string }>(
      sql`select id from ${raw(kind.store.table)} where deleted_at is null order by id`,
    )
    const found = await Promise.all(rows.map(({ id }) => kind.store.find(tx, id)))
    const attached = await readLinks(tx, kind)
    // `null` is a template of the other channel, or belongs to a deleted record.
    for (const row of found) if (row !== null) records.add(entryOf(kind, row, attached.get(row._id) ?? {}, records))
  }
  return records
}

async function readLinks(tx: Tx, { links }: FileKind): Promise<Map<string, Record<string, string[]>>> {
  const attached = new Map<string, Record<string, string[]>>()
  for (const [name, link] of Object.entries(links))
    for (const { id, other } of await link.read(tx)) {
      const own = attached.get(id) ?? {}
      attached.set(id, { ...own, [name]: [...(own[name] ?? []), other] })
    }
  return attached
}

export function entryOf(kind: FileKind, row: RecordRow, links: Record<string, string[]>, records: Records): Entry {
  const wire = wireOf(kind, row)
  const file: Record<string, unknown> = {}
  for (const field of fieldsOf(kind)) {
    const reference = kind.references[field]
    if (isSecret(kind, field)) {
      if (wire[field] !== '') file[field] = KEEP
    } else file[nameInFile(kind, field)] = reference ? referred(reference, wire[field], records) : wire[field]
  }
  for (const [name, link] of Object.entries(kind.links)) {
    const others = links[name] ?? []
    if ('show' in link) file[name] = others.toSorted(byCodeUnits).map((other) => link.show(other, records))
    else if (!kind.isBuiltIn(row) || link.to !== 'permissions') file[name] = sortedNames(others, records)
  }
  return { kind, row, file: withoutLeftOut(kind, file), links }
}

const referred = ({ orAll, isName }: Reference, id: unknown, records: Records) =>
  isName || (orAll && id === 'All') ? id : records.shortName(id)

/** Deleted records are not in the file. */
const sortedNames = (ids: readonly string[], records: Records) =>
  ids
    .map((id) => records.shortName(id))
    .filter((name) => name !== null)
    .sort(byCodeUnits)

/** The fields of the form as the row has them. */
export function wireOf(kind: FileKind, row: RecordRow): Record<string, unknown> {
  const all: Record<string, unknown> = { ...row, ...kind.values(row) }
  return Object.fromEntries(fieldsOf(kind).map((field) => [field, all[field]]))
}

/** Without the parts of fields that are left out, such as `name.applicationLogo`. */
function withoutLeftOut({ leftOut }: FileKind, file: Record<string, unknown>): Record<string, unknown> {
  const inside = Object.keys(leftOut).filter((path) => path.includes('.'))
  return Object.fromEntries(
    Object.entries(file).map(([field, value]) => [
      field,
      isObject(value)
        ? Object.fromEntries(Object.entries(value).filter(([part]) => !inside.includes(`${field}.${part}`)))
        : value,
    ]),
  )
}

/** The same order everywhere, whatever the language of the machine. */
export const byCodeUnits = (a: string, b: string) => (a < b ? -1 : a > b ? 1 : 0)
