/** Stands where there is no value. */
export const EMPTY = '–'

/** A value of a form or of a record's history as a short text. */
export function shortText(value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY
  if (Array.isArray(value)) return value.length === 0 ? EMPTY : value.map(shortText).join(', ')
  return typeof value === 'object' ? objectText(value) : String(value)
}

/** A nested record is shown by its name. */
function objectText(value: object): string {
  const { displayName, description, name, page } = value as Record<string, unknown>
  const own = displayName ?? description ?? name ?? page
  if (own !== undefined) return shortText(own)
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== '')
    .map(([part, inner]) => `${part}: ${shortText(inner)}`)
    .join(', ')
}
