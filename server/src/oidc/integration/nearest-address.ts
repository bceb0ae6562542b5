/** Enough to tell addresses apart; the work grows with its square. */
const COMPARED_LENGTH = 300

/** The registered address that was most likely meant, or `null` when there is none. */
export function nearestTo(sent: string, registered: string[]): string | null {
  const cut = (address: string) => address.slice(0, COMPARED_LENGTH)
  const byDistance = registered.map((address) => ({ address, distance: distanceOf(cut(sent), cut(address)) }))
  return byDistance.sort((one, other) => one.distance - other.distance)[0]?.address ?? null
}

/** How many letters must be put in, taken out or changed to make one text the other. */
function distanceOf(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, column) => column)
  for (const [line, letter] of [...one].entries()) {
    const next = [line + 1]
    for (let column = 1; column <= other.length; column++) {
      const changed = (row[column - 1] ?? 0) + (letter === other[column - 1] ? 0 : 1)
      next[column] = Math.min(changed, (row[column] ?? 0) + 1, (next[column - 1] ?? 0) + 1)
    }
    row = next
  }
  return row[other.length] ?? 0
}
