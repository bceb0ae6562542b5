export type Change = { field: string; before: unknown; after: unknown }

/** Fields that change with every save, or never: they say nothing about the change itself. */
const IGNORED_FIELDS = new Set([
  '_id',
  'version',
  'createdAt',
  'updatedAt',
  'deletedAt',
  'deletedBy',
  'createdBy',
  'updatedBy',
])

/** Longer texts are cut: the audit is no archive. */
const TEXT_MAX_LENGTH = 2000

/**
 * The fields that differ between two states of a record; `null` for the state before a creation or after a deletion.
 */
export function diffOf(before: object | null, after: object | null): Change[] {
  const was = (before ?? {}) as Record<string, unknown>
  const is = (after ?? {}) as Record<string, unknown>
  const fields = [...new Set([...Object.keys(was), ...Object.keys(is)])].filter((field) => !IGNORED_FIELDS.has(field))
  return fields
    .filter((field) => JSON.stringify(was[field]) !== JSON.stringify(is[field]))
    .map((field) => ({ field, before: shortened(was[field]), after: shortened(is[field]) }))
}

function shortened(value: unknown): unknown {
  if (typeof value === 'string' && value.length > TEXT_MAX_LENGTH) return `${value.slice(0, TEXT_MAX_LENGTH)}…`
  return value ?? null
}
