import { useEffect, useRef, useState } from 'react'

const PAUSE_MS = 250

/** The text of a search box. It is applied when the typing pauses, and updated when the search changes elsewhere. */
export function useTypedSearch(search: string, onSearch: (search: string) => void) {
  const [typed, setTyped] = useState(search)
  const passedOn = useRef(search)
  const latest = useRef(onSearch)
  latest.current = onSearch

  useEffect(() => {
    if (search === passedOn.current) return
    passedOn.current = search
    setTyped(search)
  }, [search])

  useEffect(() => {
    if (typed === passedOn.current) return
    const timer = setTimeout(() => {
      passedOn.current = typed
      latest.current(typed)
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed])

  return [typed, setTyped] as const
}
