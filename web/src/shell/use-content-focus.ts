import { useRouter } from '@tanstack/react-router'
import { useEffect } from 'react'
import { focusContent, isFocusLost } from '../ui/give-back-focus.ts'

/** Puts the focus on the content of a page that was opened from a link or button which is gone with the page before. */
export function useContentFocus(): void {
  const router = useRouter()
  useEffect(() => {
    let hadFocus = false
    const stops = [
      router.subscribe('onBeforeNavigate', () => {
        hadFocus ||= !isFocusLost()
      }),
      router.subscribe('onResolved', () => {
        if (hadFocus && isFocusLost()) focusContent()
        hadFocus = false
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }, [router])
}
