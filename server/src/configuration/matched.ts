import type { FileKind } from './kind.ts'
import type { FileRecord } from './read-file.ts'
import { type Entry, nameKey, nameOf, type Records } from './records.ts'
import { canonical, merged } from './values.ts'

export type Matched = { pairs: [FileRecord, Entry | undefined][]; surplus: Entry[] }

/**
 * Which record of the portal each record of the file is, by name. Among records of one name, equal ones belong together, and
 * the rest in their order.
 */
export function matched(kind: FileKind, wanted: readonly FileRecord[] | undefined, records: Records): Matched {
  // A section that the file does not have says nothing about its records.
  if (wanted === undefined) return { pairs: [], surplus: [] }
  const left = new Set(records.of(kind.section))
  const found = new Map<FileRecord, Entry>()
  const take = (record: FileRecord, isRight: (entry: Entry) => boolean) => {
    const entry = records.named(kind.section, record.name).find((one) => left.has(one) && isRight(one))
    if (entry === undefined) return
    found.set(record, entry)
    left.delete(entry)
  }
  for (const record of wanted) take(record, ({ file }) => canonical(merged(file, record.given)) === canonical(file))
  for (const record of wanted) if (!found.has(record)) take(record, () => true)
  return {
    pairs: wanted.map((record) => [record, found.get(record)]),
    surplus: [...left].filter(({ row }) => !kind.isBuiltIn(row)).sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  }
}

const keyOf = ({ kind, file }: Entry) => nameKey(kind.section, nameOf(kind, file))
