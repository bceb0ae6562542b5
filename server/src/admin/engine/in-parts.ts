/** So many records are written by one statement: its triggers look at each of them, and it has a limit of time. */
const RECORDS_AT_ONCE = 500

export function inParts<Item>(items: readonly Item[]): Item[][] {
  const count = Math.ceil(items.length / RECORDS_AT_ONCE)
  return Array.from({ length: count }, (_, at) => items.slice(at * RECORDS_AT_ONCE, (at + 1) * RECORDS_AT_ONCE))
}
