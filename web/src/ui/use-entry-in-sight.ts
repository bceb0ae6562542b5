import { useEffect, useRef } from 'react'

/** Beside an entry that is brought into sight, a part of its neighbour shows. */
const SPARE_PX = 40

/**
 * Brings the current one of entries in a row into sight: on a phone they are wider than the window.
 * @param current changes with the entry
 * @param selector finds it
 */
export function useEntryInSight<List extends HTMLElement>(current: string | undefined, selector: string) {
  const list = useRef<List>(null)

  // By hand: `scrollIntoView` would move where Tab goes on.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the entry is another one then
  useEffect(() => {
    const entry = list.current?.querySelector(selector)
    if (list.current && entry) bringIntoSight(list.current, entry)
  }, [current, selector])

  return list
}

function bringIntoSight(list: HTMLElement, entry: Element) {
  const [frame, place] = [list.getBoundingClientRect(), entry.getBoundingClientRect()]
  if (place.right + SPARE_PX > frame.right) list.scrollLeft += place.right + SPARE_PX - frame.right
  if (place.left - SPARE_PX < frame.left) list.scrollLeft += place.left - SPARE_PX - frame.left
}
