import { normaliseIdentifier } from '../identity/identifiers.ts'
import type { Matched } from './matched.ts'

/** The addresses of the people who become owners by the file, or are no longer. */
export function changedOwners(pairs: Matched['pairs']): string[] {
  const changed = pairs.flatMap(([{ given }, entry]) => {
    if (given.owners === undefined) return []
    const [wanted, present] = [emailsIn(given.owners), emailsIn(entry?.file.owners)]
    return [...wanted.filter((one) => !present.includes(one)), ...present.filter((one) => !wanted.includes(one))]
  })
  return [...new Set(changed)]
}

const emailsIn = (value: unknown): string[] =>
  Array.isArray(value) ? value.map((one) => normaliseIdentifier(String(one))) : []
