/** An entry of the old portal. */
export type Fields = Record<string, unknown>

/** How deep lists and records stand in one another. */
export const WRAPPINGS_MAX = 3

export const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const FIELDS = [
  ...[
    'projectName',
    'applicationName',
    'applicationData',
    'clientName',
    'clientData',
    'displayName',
    'name',
    'description',
  ],
  ...['role', 'roleName', 'roleId', 'roleData', 'pageName', 'pageId', 'actionOfRole', 'sequence', 'regions', 'region'],
  ...[
    'rangeFrom',
    'rangeTo',
    'bounds',
    'firstDay',
    'lastDay',
    'status',
    'isActive',
    'active',
    'enabled',
    'isDeleted',
    'deleted',
  ],
]
const lettersOf = (name: string) => name.toLowerCase().replaceAll(/[^a-z]/g, '')
const FIELD_OF = new Map(FIELDS.map((name) => [lettersOf(name), name]))

/** An entry with its fields under the names that are read, whatever their case and signs: an unknown one would be ignored. */
export function withKnownNames(value: unknown, depth = 0): unknown {
  if (depth > WRAPPINGS_MAX) return value
  if (Array.isArray(value)) return value.map((one) => withKnownNames(one, depth + 1))
  if (!isFields(value)) return value
  const fields = Object.entries(value).map(([key, field]) => [key, withKnownNames(field, depth + 1)] as const)
  const known = fields.map(([key, field]) => [FIELD_OF.get(lettersOf(key)) ?? key, field] as const)
  // The field that has the very name counts.
  return { ...Object.fromEntries(known), ...Object.fromEntries(fields.filter(([key]) => FIELDS.includes(key))) }
}

const ACTIVE = ['', 'active', 'true', '1', 'y', 'yes']
const NOT_DELETED = ['', 'false', '0', 'n', 'no']

/** Whether an entry says of itself that it is neither deleted nor inactive. */
export function isInForce({ status, isActive, active, enabled, isDeleted, deleted }: Fields): boolean {
  const isAmong = (value: unknown, words: readonly string[]) =>
    words.includes(
      String(value ?? '')
        .trim()
        .toLowerCase(),
    )
  return (
    [status, isActive, active, enabled].every((one) => isAmong(one, ACTIVE)) &&
    [isDeleted, deleted].every((one) => isAmong(one, NOT_DELETED))
  )
}
