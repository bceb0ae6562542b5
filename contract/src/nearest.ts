/** Enough to tell texts apart; the work grows with its square. */
const COMPARED_LENGTH = 300

/** The one that was most likely meant, or `null` where all are more than `most` letters away. */
export function nearestTo(sent: string, known: readonly string[], most = Number.POSITIVE_INFINITY): string | null {
  const cut = (text: string) => text.slice(0, COMPARED_LENGTH)
  const byDistance = known.map((one) => ({ one, distance: distanceOf(cut(sent), cut(one)) }))
  const [nearest] = byDistance.sort((one, other) => one.distance - other.distance)
  return nearest === undefined || nearest.distance > most ? null : nearest.one
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
