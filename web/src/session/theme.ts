import { THEMES, type Theme } from '@gatehouse/contract/own-preferences.ts'
import { useSyncExternalStore } from 'react'

/** Stored under the name that `public/start.js` reads before the first paint. */
const STORED_AS = 'theme'
const listeners = new Set<() => void>()

/** The theme of the page, wherever it is chosen. */
export const useTheme = (): Theme => useSyncExternalStore(listen, shownTheme)

/** Shows a theme, and remembers it in this browser. */
export function showTheme(theme: Theme): void {
  if (theme === 'system') delete document.documentElement.dataset.theme
  else document.documentElement.dataset.theme = theme
  for (const listener of listeners) listener()
  try {
    localStorage.setItem(STORED_AS, theme)
  } catch {
    // A browser that stores nothing forgets it with the page.
  }
}

const shownTheme = (): Theme => THEMES.find((theme) => theme === document.documentElement.dataset.theme) ?? 'system'

function listen(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
