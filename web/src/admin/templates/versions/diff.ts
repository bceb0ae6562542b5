export type Difference = { kind: 'same' | 'removed' | 'added'; text: string }

/** The work grows with the product of both lengths. Beyond this, everything counts as replaced. */
const COMPARED_MAX = 4_000_000

/** The smallest set of removals and additions that turns one sequence into the other (longest common subsequence). */
export function differencesOf(before: readonly string[], after: readonly string[]): Difference[] {
  const begin = before.findIndex((piece, at) => piece !== after[at])
  const start = begin === -1 ? Math.min(before.length, after.length) : Math.min(begin, after.length)
  let end = 0
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const middle = changesOf(before.slice(start, before.length - end), after.slice(start, after.length - end))
  return [...all('same', before.slice(0, start)), ...middle, ...all('same', before.slice(before.length - end))]
}

const all = (kind: Difference['kind'], pieces: readonly string[]) => pieces.map((text) => ({ kind, text }))

function changesOf(before: readonly string[], after: readonly string[]): Difference[] {
  if (before.length * after.length > COMPARED_MAX) return [...all('removed', before), ...all('added', after)]
  const width = after.length + 1
  /** The length of the longest common subsequence of the rests from here on. */
  const common = new Uint32Array((before.length + 1) * width)
  for (let row = before.length - 1; row >= 0; row--)
    for (let column = after.length - 1; column >= 0; column--)
      common[row * width + column] =
        before[row] === after[column]
          ? (common[(row + 1) * width + column + 1] ?? 0) + 1
          : Math.max(common[(row + 1) * width + column] ?? 0, common[row * width + column + 1] ?? 0)
  const found: Difference[] = []
  let [row, column] = [0, 0]
  while (row < before.length || column < after.length) {
    const [was, is] = [before[row], after[column]]
    const down = common[(row + 1) * width + column] ?? 0
    const right = common[row * width + column + 1] ?? 0
    if (was !== undefined && was === is) {
      found.push({ kind: 'same', text: was })
      row += 1
      column += 1
    } else if (was !== undefined && (is === undefined || down >= right)) {
      found.push({ kind: 'removed', text: was })
      row += 1
    } else if (is !== undefined) {
      found.push({ kind: 'added', text: is })
      column += 1
    }
  }
  return found
}

const ENDS_LINE = /\n|(?<=<\/(?:p|li|ul|ol|h[1-6]|tr|td|th|table|div|blockquote|body)>|<br ?\/?>)(?!\n)/i
const WORDS = /\s+|[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu

/** Splits a text into lines, also HTML that is written on one line. */
export const linesOf = (text: string): string[] => (text === '' ? [] : text.replaceAll('\r\n', '\n').split(ENDS_LINE))

/** A line of a comparison in pieces: the parts that differ from its counterpart are marked. */
export type Line = { kind: Difference['kind']; pieces: Difference[] }

/** Both texts as one, line by line, and within replaced lines word by word. */
export function compare(before: string, after: string): Line[] {
  const differences = differencesOf(linesOf(before), linesOf(after))
  const lines: Line[] = []
  for (let at = 0; at < differences.length; ) {
    const run = differences.slice(at).findIndex(({ kind }) => kind === 'same')
    const changed = differences.slice(at, run === -1 ? undefined : at + run)
    const same = differences[at + changed.length]
    lines.push(...replaced(changed))
    if (same !== undefined) lines.push({ kind: 'same', pieces: [same] })
    at += changed.length + 1
  }
  return lines
}

/** The removed lines, then the added ones, paired in their order. */
function replaced(changed: readonly Difference[]): Line[] {
  const removed = changed.filter(({ kind }) => kind === 'removed')
  const added = changed.filter(({ kind }) => kind === 'added')
  const pairs = removed.map(({ text }, index) => {
    const counterpart = added[index]
    return counterpart === undefined ? null : differencesOf(wordsOf(text), wordsOf(counterpart.text))
  })
  const toLine =
    (kind: 'removed' | 'added') =>
    (line: Difference, index: number): Line => ({
      kind,
      pieces: pairs[index]?.filter((piece) => piece.kind === 'same' || piece.kind === kind) ?? [line],
    })
  return [...removed.map(toLine('removed')), ...added.map(toLine('added'))]
}

const wordsOf = (line: string): string[] => line.match(WORDS) ?? []
