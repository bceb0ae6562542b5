import { type RefObject, useEffect, useRef } from 'react'

/** Whether what uses it is no longer on the page. */
export function useIsLeft(): RefObject<boolean> {
  const isLeft = useRef(false)
  useEffect(() => {
    isLeft.current = false
    return () => {
      isLeft.current = true
    }
  }, [])
  return isLeft
}
