import { type FocusEvent, useCallback, useRef } from 'react'
import { giveBackFocus, withPartsAround } from './give-back-focus.ts'

/** Around toasts: once one goes away that has the focus, the focus is given back to where it was before it came to the toasts. */
export function useFocusAfterToast() {
  const places = useRef<HTMLElement[]>([])

  function handleFocus({ currentTarget, relatedTarget }: FocusEvent) {
    const from = relatedTarget instanceof Element ? relatedTarget : null
    if (!currentTarget.contains(from)) places.current = withPartsAround(from)
  }

  /** The ref of each toast. */
  const watchToast = useCallback((toast: HTMLElement | null) => {
    return () => {
      if (toast?.contains(document.activeElement)) giveBackFocus(places.current)
    }
  }, [])

  return { handleFocus, watchToast }
}
