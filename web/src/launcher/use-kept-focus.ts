import { type RefObject, useLayoutEffect, useRef } from 'react'

/**
 * A tile that becomes a favourite moves to another section, and what had the focus in it is gone there: the focus goes
 * along. @returns what to call before the tile with this id moves
 */
export function useKeptFocus(page: RefObject<HTMLElement | null>): (id: string) => void {
  const kept = useRef<{ id: string; control: string; moving: Element } | null>(null)

  useLayoutEffect(() => {
    // Among the results of a search a tile stays where it is.
    if (kept.current === null || kept.current.moving.isConnected) return
    const { id, control } = kept.current
    kept.current = null
    if (document.activeElement !== document.body) return
    const tile = page.current?.querySelector(`[data-tile="${id}"]`)
    // A folded section shows its heading only.
    const target = tile?.querySelector<HTMLElement>(control) ?? page.current?.querySelector('[data-section] h2 button')
    if (!(target instanceof HTMLElement)) return
    target.focus({ preventScroll: true })
    // A press of the mouse happens where the person looks; a key where the focus is.
    if (target.matches(':focus-visible')) target.scrollIntoView({ block: 'nearest' })
  })

  return (id) => {
    const focused = document.activeElement
    const moving = focused?.closest<HTMLElement>('[data-tile]')
    if (!focused || !moving || moving.dataset.tile !== id) return
    kept.current = { id, control: focused.matches('input') ? '.tile-star input' : '.tile-open', moving }
  }
}
