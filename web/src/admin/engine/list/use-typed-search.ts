import { useDeferredValue, useEffect, useRef, useState } from 'react'

/**
 * The text of a search box. Each letter is drawn, and then applied at once; a request whose answer is no longer needed
 * is aborted. The text is updated when the search changes elsewhere.
 */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search)
  const drawn = useDeferredValue(typed)
  /** The search, and what was applied since: on a slow machine it is updated after further letters. */
  const applied = useRef([search])
  const latest = useRef(onSearch)
  latest.current = onSearch

  useEffect(() => {
    const at = applied.current.indexOf(search)
    applied.current = at < 0 ? [search] : applied.current.slice(at)
    if (at < 0) setTyped(search)
  }, [search])

  useEffect(() => {
    if (drawn === applied.current.at(-1)) return
    applied.current.push(drawn)
    latest.current(drawn)
  }, [drawn])

  return [typed, setTyped] as const
}
