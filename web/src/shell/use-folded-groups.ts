import { useState } from 'react'

const STORED_AS = 'menu:folded'

/** The parts of the menu that are folded in this browser. */
export function useFoldedGroups() {
  const [folded, setFolded] = useState(read)

  function toggle(group: string): void {
    const changed = folded.includes(group) ? folded.filter((one) => one !== group) : [...folded, group]
    setFolded(changed)
    try {
      localStorage.setItem(STORED_AS, JSON.stringify(changed))
    } catch {
      // A browser that stores nothing forgets it with the page.
    }
  }

  return { folded, toggle }
}

function read(): string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(STORED_AS) ?? '[]')
    return Array.isArray(stored) ? stored.filter((group) => typeof group === 'string') : []
  } catch {
    return []
  }
}
