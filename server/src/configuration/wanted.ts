import { type Fault, FaultyRecord, type Path } from './faults.ts'
import { type FileKind, fieldsOf, isSecret, type Link, nameInFile, type Reference, type ValueList } from './kind.ts'
import type { FileRecord } from './read-file.ts'
import type { Records } from './records.ts'
import { KEEP } from './secret-references.ts'
import { type Secrets, secretIn } from './secrets-of-file.ts'
import { at, isObject } from './values.ts'

/** What the file wants of a record, for the console's schemas. Only what the file gives. */
export type Wanted = {
  wire: Record<string, unknown>
  /** `null`: it stays as it is. */
  secrets: Record<string, string | null>
  /** The ids of the records to be attached. */
  links: Record<string, string[]>
}

type Known = { records: Records; secrets: Secrets }

/**
 * Replaces names by ids, and references to secrets by the secrets.
 *
 * @throws FaultyRecord
 */
export function wantedOf({ kind, given }: FileRecord, { records, secrets }: Known): Wanted {
  const faults: Fault[] = []
  const wanted: Wanted = { wire: {}, secrets: {}, links: {} }
  const attempt = <T>(path: Path, find: () => T): T | undefined => {
    try {
      return find()
    } catch (error) {
      faults.push({ path, text: (error as Error).message })
      return undefined
    }
  }
  for (const field of fieldsOf(kind)) {
    const name = nameInFile(kind, field)
    if (!Object.hasOwn(given, name)) continue
    const reference = kind.references[field]
    const value = given[name]
    if (isSecret(kind, field)) wanted.secrets[field] = attempt([name], () => secretOf(value, secrets)) ?? null
    // No record, where the field has one for that; the form refuses it elsewhere.
    else
      wanted.wire[field] =
        reference && value !== null ? attempt([name], () => referred(reference, value, given, records)) : value
  }
  for (const [name, link] of Object.entries(kind.links))
    if (Object.hasOwn(given, name)) wanted.links[name] = linked(name, link, given, records, attempt)
  if (faults.length > 0) throw new FaultyRecord(faults)
  return wanted
}

function secretOf(value: unknown, secrets: Secrets): string | null {
  if (typeof value !== 'string') throw new Error('A secret is a text, such as "" for none.')
  return value === KEEP ? null : secretIn(secrets, value)
}

type Target = Pick<Reference, 'to' | 'within'>

function idOf({ to, within = [] }: Target, value: unknown, given: Record<string, unknown>, records: Records) {
  if (typeof value !== 'string') throw new Error('This is the name of another record.')
  const found = records.named(to, [...within.map((one) => String(at(given, [one]) ?? '')), value])
  const [first] = found
  if (first === undefined) throw new Error(`There is no "${value}" among ${to}, neither here nor earlier in the file.`)
  if (found.length > 1) throw new Error(`There are ${found.length} records with the name "${value}" among ${to}.`)
  return first
}

function referred(reference: Reference, value: unknown, given: Record<string, unknown>, records: Records): string {
  if (reference.orAll && value === 'All') return 'All'
  const { row, file, kind } = idOf(reference, value, given, records)
  return reference.isName ? String(at(file, (kind.key.at(-1) as string).split('.'))) : row._id
}

function linked(
  name: string,
  link: Link | ValueList,
  given: Record<string, unknown>,
  records: Records,
  attempt: (path: Path, find: () => string) => string | undefined,
): string[] {
  const list = given[name]
  if (!Array.isArray(list)) {
    attempt([name], () => {
      throw new Error(`This is a list${'show' in link ? '' : ' of names'}: write [] for none.`)
    })
    return []
  }
  const names = new Set<string>()
  const find = (one: unknown) => {
    if (!('show' in link)) return idOf(link, one, given, records).row._id
    const other = link.parse(one, records)
    const about = link.nameOf(other)
    if (names.has(about)) throw new Error('This is in the list already.')
    names.add(about)
    return other
  }
  const ids = list.map((one: unknown, index) => attempt([name, index], () => find(one)))
  return [...new Set(ids.filter((id) => id !== undefined))]
}

type Parsed =
  | { success: true; data: unknown }
  | { success: false; error: { issues: readonly { path: PropertyKey[]; message: string }[] } }

/**
 * The values as a schema of the contract gives them.
 *
 * @throws FaultyRecord, also for fields inside fields that the schema does not know
 */
export function parsed(
  kind: FileKind,
  schema: { safeParse: (value: unknown) => Parsed },
  sent: Record<string, unknown>,
): Record<string, unknown> {
  const answer = schema.safeParse(sent)
  if (!answer.success)
    throw new FaultyRecord(
      answer.error.issues.map(({ path, message }) => ({ path: pathInFile(kind, path as Path), text: message })),
    )
  const lost = lostKeys(sent, answer.data, [])
  if (lost.length > 0)
    throw new FaultyRecord(
      lost.map((path) => ({ path: pathInFile(kind, path), text: 'There is no field of this name.' })),
    )
  // Every schema of a form gives an object.
  return answer.data as Record<string, unknown>
}

/** The path of a field of a form in a record of the file. */
export const pathInFile = (kind: FileKind, [field, ...rest]: Path): Path =>
  field === undefined ? [] : [nameInFile(kind, String(field)), ...rest]

/** A schema drops what it does not know. */
function lostKeys(sent: unknown, kept: unknown, path: Path): Path[] {
  if (Array.isArray(sent) && Array.isArray(kept) && sent.length === kept.length)
    return sent.flatMap((one, index) => lostKeys(one, kept[index], [...path, index]))
  if (!isObject(sent) || !isObject(kept)) return []
  return Object.entries(sent).flatMap(([key, value]) =>
    Object.hasOwn(kept, key) ? lostKeys(value, kept[key], [...path, key]) : [[...path, key]],
  )
}
