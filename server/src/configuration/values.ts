/** A value inside another one, or `undefined`. */
export function at(value: unknown, path: readonly (string | number)[]): unknown {
  const [first, ...rest] = path
  if (first === undefined) return value
  return value !== null && typeof value === 'object' && Object.hasOwn(value, first)
    ? at((value as Record<string | number, unknown>)[first], rest)
    : undefined
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

/** The given values over the present ones, part by part; lists are replaced as a whole. */
export function merged(present: unknown, given: unknown): unknown {
  if (!isObject(present) || !isObject(given)) return given
  return Object.fromEntries(
    [...new Set([...Object.keys(present), ...Object.keys(given)])].map((key) => [
      key,
      Object.hasOwn(given, key) ? merged(present[key], given[key]) : present[key],
    ]),
  )
}

/** The same text for equal values, whatever the order of their fields. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, one) =>
    isObject(one) ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1))) : one,
  )
}

/** The parts of a value that are no objects, by their path. */
export function leavesOf(value: Record<string, unknown>, above = ''): [string, unknown][] {
  return Object.entries(value).flatMap(([key, one]): [string, unknown][] =>
    isObject(one) ? leavesOf(one, `${above}${key}.`) : [[`${above}${key}`, one]],
  )
}
