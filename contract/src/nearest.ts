/** Long enough to distinguish texts; the work grows with its square. */
const COMPARED_LENGTH = 300

/** The known text that was most likely meant, or `null` when all differ by more than `most` letters. */
export function nearestTo(sent: string, known: readonly string[], most = Number.POSITIVE_INFINITY): string | null {
  const cut = (text: string) => text.slice(0, COMPARED_LENGTH)
  const byDistance = known.map((one) => ({ one, distance: distanceOf(cut(sent), cut(one)) }))
  const [nearest] = byDistance.sort((one, other) => one.distance - other.distance)
  return nearest === undefined || nearest.distance > most ? null : nearest.one
}

/** The Levenshtein distance: how many letters must be inserted, removed or changed to make the texts equal. */
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
