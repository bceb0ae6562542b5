import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'

/** Asks before unsaved input is lost: on closing the form, on navigation, and on leaving the site. */
export function useUnsaved(hasUnsaved: boolean, onDiscard: () => void) {
  const [isClosing, setIsClosing] = useState(false)
  const leaving = useBlocker({
    shouldBlockFn: () => hasUnsaved,
    enableBeforeUnload: () => hasUnsaved,
    withResolver: true,
  })

  return {
    isAsking: isClosing || leaving.status === 'blocked',
    requestClose() {
      if (hasUnsaved) setIsClosing(true)
      else onDiscard()
    },
    discard() {
      if (leaving.status === 'blocked') leaving.proceed()
      else onDiscard()
    },
    keep() {
      setIsClosing(false)
      leaving.reset?.()
    },
  }
}
