import type { Tile } from '@gatehouse/contract/launch.ts'
import { type RefObject, useEffect, useRef } from 'react'
import { isTyping } from '../ui/is-typing.ts'
import { moveFocus } from './tile-keys.ts'

type Props = {
  page: RefObject<HTMLElement | null>
  field: RefObject<HTMLInputElement | null>
  tiles: readonly Tile[]
  onFavourite: (tile: Tile, isFavourite: boolean) => void
}

/** The keys of the launcher: `/` searches, arrows go from tile to tile, `f` marks the tile that has the focus. */
export function useTileKeys(props: Props) {
  const latest = useRef(props)
  latest.current = props

  useEffect(() => {
    function handleKey(event: KeyboardEvent) {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return
      if (document.querySelector('dialog[open]') || isTyping(event.target)) return
      if (handleTileKey(event.key, event.target, latest.current)) event.preventDefault()
    }
    document.addEventListener('keydown', handleKey)
    return () => document.removeEventListener('keydown', handleKey)
  }, [])
}

/** @returns whether the key was one of ours */
function handleTileKey(key: string, target: EventTarget | null, { page, field, tiles, onFavourite }: Props): boolean {
  if (key === '/') {
    field.current?.focus()
    field.current?.select()
    return true
  }
  if (!(target instanceof HTMLElement) || !page.current?.contains(target)) return false
  const id = target.closest<HTMLElement>('[data-tile]')?.dataset.tile
  if (key.toLowerCase() === 'f') {
    const tile = tiles.find(({ _id }) => _id === id)
    if (tile) onFavourite(tile, !tile.isFavourite)
    return tile !== undefined
  }
  const stop = target.closest('[data-tile]')?.querySelector<HTMLElement>('[data-stop]') ?? target.closest('[data-stop]')
  if (!(stop instanceof HTMLElement)) return false
  if (moveFocus(page.current, stop, key)) return true
  // Above the first row stands the search.
  if (key === 'ArrowUp') field.current?.focus()
  return key === 'ArrowUp'
}
