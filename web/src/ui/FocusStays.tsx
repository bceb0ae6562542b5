import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { focusContent } from './give-back-focus.ts'

/** Around a button that goes away by what it has done: the focus stays in the content of the page. */
export function FocusStays({ children }: { children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const one = place.current
    return () => {
      if (one?.contains(document.activeElement)) focusContent()
    }
  }, [])
  return <div ref={place}>{children}</div>
}
