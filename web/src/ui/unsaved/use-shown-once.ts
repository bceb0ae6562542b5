import { useBlocker } from '@tanstack/react-router'
import { useState } from 'react'
import { isLeaving } from './leaving.ts'

/** For a dialog with what is shown only once: asks before it is closed, or its page left, while nobody has saved that. */
export function useShownOnce(isSaved: boolean, onClose: () => void) {
  const [isClosing, setIsClosing] = useState(false)
  const isHeld = () => !isSaved && !isLeaving()
  const leaving = useBlocker({ shouldBlockFn: isHeld, enableBeforeUnload: isHeld, withResolver: true })
  return {
    isAsking: isClosing || leaving.status === 'blocked',
    requestClose() {
      if (isSaved) onClose()
      else setIsClosing(true)
    },
    discard() {
      if (leaving.status === 'blocked') leaving.proceed()
      else onClose()
    },
    keep() {
      setIsClosing(false)
      leaving.reset?.()
    },
  }
}
