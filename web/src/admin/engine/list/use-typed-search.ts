import { useDeferredValue, useEffect, useRef, useState } from 'react'

/** The text of a search box. It is updated when the search changes elsewhere. */
function useTyped(search: string) {
  const [typed, setTyped] = useState(search)
  /** The search, and what was applied since: on a slow machine it is updated after further letters. */
  const applied = useRef([search])

  useEffect(() => {
    const at = applied.current.indexOf(search)
    applied.current = at < 0 ? [search] : applied.current.slice(at)
    if (at < 0) setTyped(search)
  }, [search])

  return { typed, setTyped, applied }
}

/** A search box of which each letter is applied at once: `onSearch` draws nothing but what it has found. */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const { typed, setTyped, applied } = useTyped(search)

  function type(text: string) {
    setTyped(text)
    applied.current.push(text)
    onSearch(text)
  }

  return [typed, type] as const
}

/** A search box of which each letter is drawn before `onSearch` draws the page for it. */
export function useDrawnSearch(search: string, onSearch: (search: string) => void) {
  const { typed, setTyped, applied } = useTyped(search)
  const drawn = useDeferredValue(typed)
  const latest = useRef(onSearch)
  latest.current = onSearch

  useEffect(() => {
    if (drawn === applied.current.at(-1)) return
    applied.current.push(drawn)
    latest.current(drawn)
  }, [drawn, applied])

  return [typed, setTyped] as const
}
