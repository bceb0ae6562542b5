/** What the arrow keys go to and fro between; Tab reaches all of it as well. */
const STOPS = '[data-stop]'

/**
 * Moves the focus from one tile to its neighbour as an arrow key, Home or End asks, by where they stand on the screen: so
 * it is right in a grid of any width, in a list, and from one section into the next.
 *
 * @returns where the focus has gone, or `null` where there is nothing in that direction
 */
export function moveFocus(within: HTMLElement, from: HTMLElement, key: string): HTMLElement | null {
  const stops = [...within.querySelectorAll<HTMLElement>(STOPS)]
  const target = targetOf(stops, from, key)
  target?.focus()
  return target ?? null
}

export const focusFirstTile = (within: HTMLElement) => within.querySelector<HTMLElement>(STOPS)?.focus()

function targetOf(stops: HTMLElement[], from: HTMLElement, key: string): HTMLElement | undefined {
  const at = stops.indexOf(from)
  switch (key) {
    case 'ArrowRight':
      return stops[at + 1]
    case 'ArrowLeft':
      return stops[at - 1]
    case 'Home':
      return stops[0]
    case 'End':
      return stops.at(-1)
    case 'ArrowDown':
      return nearest(stops.slice(at + 1), from, (one, other) => one.top >= other.bottom - 1)
    case 'ArrowUp':
      return nearest(stops.slice(0, at).reverse(), from, (one, other) => one.bottom <= other.top + 1)
    default:
      return undefined
  }
}

/** Of those beyond, the one of the next row that stands closest to the middle of where the focus is. */
function nearest(stops: HTMLElement[], from: HTMLElement, isBeyond: (one: DOMRect, other: DOMRect) => boolean) {
  const here = from.getBoundingClientRect()
  const places = stops.map((stop) => ({ stop, rect: stop.getBoundingClientRect() }))
  const beyond = places.filter(({ rect }) => isBeyond(rect, here))
  const row = beyond[0]?.rect.top
  const distance = (rect: DOMRect) => Math.abs(rect.left + rect.width / 2 - here.left - here.width / 2)
  return beyond
    .filter(({ rect }) => rect.top === row)
    .sort((one, other) => distance(one.rect) - distance(other.rect))[0]?.stop
}
