import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'

/** Beside an entry that is brought into sight, more of the menu shows. */
const SPARE_PX = 24

/**
 * Keeps the current entry of the menu in sight, which is often longer than the window is high: at every other page and height
 * of the window, and when parts are folded or opened. In the last case only where it was in sight, and never at the expense
 * of what has the focus: whoever has scrolled away from it opens a part to see that one.
 * @param place changes with the page and the height
 * @returns to be called before a part is folded or opened
 */
export function useCurrentInSight(nav: RefObject<HTMLElement | null>, place: string, folded: string) {
  const wasInSight = useRef(true)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the current entry follows the path
  useEffect(() => {
    const { list, entry } = partsOf(nav.current)
    if (list && entry) bringIntoSight(list, entry)
  }, [place])

  // biome-ignore lint/correctness/useExhaustiveDependencies: these are the parts that are drawn
  useLayoutEffect(() => {
    const { list, entry } = partsOf(nav.current)
    if (!list) return
    if (entry && wasInSight.current) bringIntoSight(list, entry)
    const focused = document.activeElement
    if (focused && nav.current?.contains(focused)) bringIntoSight(list, focused)
  }, [folded])

  return () => {
    const { list, entry } = partsOf(nav.current)
    wasInSight.current = list !== null && entry !== null && scrollNeeded(list, entry, 0) === 0
  }
}

function partsOf(nav: HTMLElement | null) {
  // The drawer scrolls as a whole.
  return { list: nav?.closest('dialog') ?? nav, entry: nav?.querySelector('[aria-current]') ?? null }
}

/** By hand: after `scrollIntoView` the first Tab would go on from there, and never reach the skip link. */
function bringIntoSight(list: HTMLElement, entry: Element) {
  list.scrollTop += scrollNeeded(list, entry, SPARE_PX)
}

function scrollNeeded(list: HTMLElement, entry: Element, sparePx: number): number {
  const [frame, place] = [list.getBoundingClientRect(), entry.getBoundingClientRect()]
  const [above, below] = [frame.top + sparePx - place.top, place.bottom - frame.bottom + sparePx]
  if (above > 0) return -above
  return below > 0 ? below : 0
}
