import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useChangeAddress } from '../ui/use-change-address.ts'

const PAUSE_MS = 250

/**
 * The text of the search, which stands in the address as `q` once the typing pauses. Beginning and ending a search are
 * steps of the history; what is typed in between is not.
 */
export function useAddressSearch() {
  const query: Record<string, unknown> = useSearch({ strict: false })
  const q = typeof query.q === 'string' ? query.q : ''
  const changeAddress = useChangeAddress()
  const [typed, setTyped] = useState(q)
  const written = useRef(q)

  useEffect(() => {
    if (q === written.current) return
    written.current = q
    setTyped(q)
  }, [q])

  useEffect(() => {
    if (typed === written.current) return
    const timer = setTimeout(() => {
      const replace = typed !== '' && written.current !== ''
      written.current = typed
      const search: Record<string, string> = typed ? { q: typed } : {}
      changeAddress({ search, replace, resetScroll: false })
    }, PAUSE_MS)
    return () => clearTimeout(timer)
  }, [typed, changeAddress])

  return [typed, setTyped] as const
}
