export type Change = { field: string; before: unknown; after: unknown }

/** What says nothing about the change itself. */
const UNTOLD = new Set(['_id', 'version', 'createdAt', 'updatedAt', 'deletedAt', 'deletedBy', 'createdBy', 'updatedBy'])

/** Long texts are cut: a line of the audit is no archive. */
const TEXT_MAX_LENGTH = 2000

/** Field by field what differs between two states of a record; `null` where it does not exist yet or any more. */
export function diffOf(before: object | null, after: object | null): Change[] {
  const was = (before ?? {}) as Record<string, unknown>
  const is = (after ?? {}) as Record<string, unknown>
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((field) => !UNTOLD.has(field))
  return fields
    .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({ field, before: shortened(was[field]), after: shortened(is[field]) }))
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > TEXT_MAX_LENGTH) return `${value.slice(0, TEXT_MAX_LENGTH)}…`
  return value ?? null
}
