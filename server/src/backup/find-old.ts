/**
 * Which copies are removed so that the newest remain. Those of a later time than the one that was just made are of a clock that was ahead,
 * or right while it is behind: they do not count. While there are some, twice as many copies stay, so that no wrong clock costs a good one.
 * Of more, they go first, so that they do not stay for ever.
 *
 * @param keep how many remain
 * @param made the `at` of the copy that was just made
 */
export function findOld<Copy extends { at: string }>(copies: Copy[], keep: number, made: string) {
  const later = copies.filter(({ at }) => at > made)
  const counting = copies.filter(({ at }) => at <= made).sort((one, other) => (one.at < other.at ? -1 : 1))
  const isFew = copies.length <= (later.length === 0 ? keep : 2 * keep)
  return { old: isFew ? [] : [...later, ...counting].slice(0, -keep), later }
}
