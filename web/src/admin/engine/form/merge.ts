import { get, set } from 'react-hook-form'
import { type FormField, WITH_SECRETS } from '../fields/field.ts'

type Values = Record<string, unknown>

/** The merge of two sets of changes to one record. */
export type Merge = {
  /** The merged values. A clashing field has the other person's value. */
  merged: Values
  /** The fields that only the other person changed, and those whose value is the same on both sides but stands for what they did. */
  theirs: FormField[]
  /**
   * The fields that both changed to different values. Fields that belong together are one choice; those with secrets are one as soon as
   * they were changed here.
   */
  clashes: FormField[][]
}

/** Merges two versions that both started from `before`. */
export function mergeForms(fields: readonly FormField[], before: Values, mine: Values, theirs: Values): Merge {
  const merge: Merge = { merged: structuredClone(theirs), theirs: [], clashes: [] }
  const units = Map.groupBy(fields, ({ together, name }) => together ?? name)
  for (const [name, unit] of units) {
    const differ = (one: Values, other: Values) => unit.filter(({ name }) => !isSame(get(one, name), get(other, name)))
    const theirChanges = differ(before, theirs)
    if (differ(before, mine).length === 0) merge.theirs.push(...theirChanges)
    else if (theirChanges.length === 0 && name !== WITH_SECRETS) take(merge.merged, mine, unit)
    else if (differ(mine, theirs).length > 0) merge.clashes.push(unit)
    else merge.theirs.push(...unit.filter(({ meaningOf }) => meaningOf && meaningOf(mine) !== meaningOf(theirs)))
  }
  return merge
}

/** Sets the values of these fields in a form. */
export function take(into: Values, from: Values, fields: readonly FormField[]): void {
  for (const { name } of fields) set(into, name, structuredClone(get(from, name)))
}

function isSame(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null)
}
