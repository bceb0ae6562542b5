import type { MenuPart } from './menu.ts'

/** The least height at which a row can be read and hit, and the most that it takes. */
const ROW_PX = { least: 24, most: 28 }
/** A heading with what is above it. */
const HEADING_PX = 27
/** The brand, and the edges of the sidebar. */
const AROUND_PX = 56

/** Folded in this order where not all parts fit: first what is set up once, last what is used every day. */
const FOLDED_FIRST = ['Communication', 'Operation', 'Client Management', 'Applications', 'Access Management']

/** Which parts are folded so that the whole menu is in sight in a window of this height, and the height of its rows. */
export function foldToFit(parts: readonly MenuPart[], current: string | null, heightPx: number) {
  const roomPx = heightPx - AROUND_PX - parts.filter(({ group }) => group !== null).length * HEADING_PX
  const foldable = FOLDED_FIRST.filter((group) => group !== current)
  const folded: string[] = []
  const rows = () =>
    parts.reduce((sum, { group, screens }) => sum + (folded.includes(group ?? '') ? 0 : screens.length), 0)
  while (rows() * ROW_PX.least > roomPx) {
    const next = foldable.shift()
    if (next === undefined) break
    folded.push(next)
  }
  const rowPx = Math.max(ROW_PX.least, Math.min(ROW_PX.most, Math.floor(roomPx / rows())))
  return { folded, rowPx }
}
