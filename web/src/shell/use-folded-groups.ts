import { useState, useSyncExternalStore } from 'react'
import { useMedia } from '../ui/use-media.ts'
import { foldToFit } from './fold-to-fit.ts'
import type { MenuPart } from './menu.ts'

const STORED_AS = 'menu:folded'

/**
 * The parts of the menu that are folded: those that somebody has folded in this browser; until they fold or open one, as
 * many as it takes that the menu fits into the window.
 */
export function useFoldedGroups(parts: readonly MenuPart[], current: string | null) {
  const [chosen, setChosen] = useState(read)
  const heightPx = useSyncExternalStore(onResize, () => window.innerHeight)
  // Elsewhere the menu is opened over the page, and scrolls as a whole.
  const isBesidePage = useMedia('(min-width: 1200px) and (hover: hover)')
  const fitting = foldToFit(parts, current, isBesidePage ? heightPx : Number.POSITIVE_INFINITY)
  const folded = chosen ?? fitting.folded

  function toggle(group: string): void {
    const changed = folded.includes(group) ? folded.filter((one) => one !== group) : [...folded, group]
    setChosen(changed)
    try {
      localStorage.setItem(STORED_AS, JSON.stringify(changed))
    } catch {
      // A browser that stores nothing forgets it with the page.
    }
  }

  return { folded, toggle, rowPx: fitting.rowPx, heightPx }
}

function onResize(listen: () => void) {
  window.addEventListener('resize', listen)
  return () => window.removeEventListener('resize', listen)
}

/** `null`: nothing was chosen yet. */
function read(): string[] | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? 'null')
    return Array.isArray(stored) ? stored.filter((group) => typeof group === 'string') : null
  } catch {
    return null
  }
}
