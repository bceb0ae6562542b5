import { useState } from 'react'
import { useSession } from '../session/use-session.ts'

export type Layout = 'grid' | 'list'
type Preferences = { layout: Layout; folded: readonly string[] }

const DEFAULTS: Preferences = { layout: 'grid', folded: [] }

/** How a person wants their tiles in this browser; several people may use it. */
export function usePreferences() {
  const { user } = useSession()
  const storedAs = `launcher:${user._id}`
  const [preferences, setPreferences] = useState(() => read(storedAs))

  function change(changes: Partial<Preferences>): void {
    const changed = { ...preferences, ...changes }
    setPreferences(changed)
    try {
      localStorage.setItem(storedAs, JSON.stringify(changed))
    } catch {
      // A browser that stores nothing forgets it with the page.
    }
  }

  return {
    ...preferences,
    setLayout: (layout: Layout) => change({ layout }),
    setFolded: (key: string, isFolded: boolean) =>
      change({ folded: [...preferences.folded.filter((one) => one !== key), ...(isFolded ? [key] : [])] }),
  }
}

function read(storedAs: string): Preferences {
  try {
    const { layout, folded } = JSON.parse(localStorage.getItem(storedAs) ?? '{}') as Partial<Preferences>
    return {
      layout: layout === 'list' ? 'list' : DEFAULTS.layout,
      folded: Array.isArray(folded) ? folded.filter((key) => typeof key === 'string') : DEFAULTS.folded,
    }
  } catch {
    return DEFAULTS
  }
}
