import type { Fault } from './faults.ts'
import type { FileRecord } from './read-file.ts'
import { nameKey } from './records.ts'

/** The faults of lists that name a record which the list of another record names already, where it has one place. */
export function namedAgain(records: readonly FileRecord[]): Fault[] {
  const first = new Map<string, FileRecord>()
  return records.flatMap((record) =>
    Object.entries(record.kind.links).flatMap(([field, link]) => {
      const given = record.given[field]
      if ('show' in link || !link.isOfOne || !Array.isArray(given)) return []
      return given.flatMap((one, at): Fault[] => {
        const key = `${field} ${nameKey(link.to, [String(one)])}`
        const other = first.get(key) ?? record
        first.set(key, other)
        if (other === record) return []
        return [
          { path: [...record.path, field, at], text: `"${one}" is named by another record already: ${nameIn(other)}.` },
        ]
      })
    }),
  )
}

const nameIn = ({ name }: FileRecord) => name.join(' · ')
