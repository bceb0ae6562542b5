import { get, set } from 'react-hook-form'
import type { FormField } from '../fields/field.ts'

type Values = Record<string, unknown>

/** Two sets of changes to one record, put together. */
export type Merge = {
  /** Everything that does not clash; a field that clashes holds what the other person made of it. */
  merged: Values
  /** The fields that the other person alone has changed. */
  theirs: FormField[]
  /** What both have changed to different values, to be chosen one by one; fields that belong together are one choice. */
  clashes: FormField[][]
}

/** `mine` and `theirs` were both made from `before`. */
export function mergeForms(fields: readonly FormField[], before: Values, mine: Values, theirs: Values): Merge {
  const merge: Merge = { merged: structuredClone(theirs), theirs: [], clashes: [] }
  const units = Map.groupBy(fields, ({ together, name }) => together ?? name)
  for (const unit of units.values()) {
    const differ = (one: Values, other: Values) => unit.filter(({ name }) => !isSame(get(one, name), get(other, name)))
    const theirChanges = differ(before, theirs)
    if (differ(before, mine).length === 0) merge.theirs.push(...theirChanges)
    else if (theirChanges.length === 0) take(merge.merged, mine, unit)
    else if (differ(mine, theirs).length > 0) merge.clashes.push(unit)
  }
  return merge
}

/** Puts the values of these fields into a form. */
export function take(into: Values, from: Values, fields: readonly FormField[]): void {
  for (const { name } of fields) set(into, name, structuredClone(get(from, name)))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
