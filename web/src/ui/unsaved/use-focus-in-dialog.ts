import { useEffect } from 'react'
import { firstOf } from '../dialog-focus.ts'

/**
 * Keeps the focus in an open dialog whose content is exchanged, such as a form for its result: without this, the browser
 * gives it to the page behind. It goes to the first field of what is new, and where there is none, to the title.
 */
export function useFocusInDialog(dialog: HTMLDialogElement | null): void {
  useEffect(() => {
    if (dialog === null) return
    let focused: Element | null = null
    const remember = ({ target }: FocusEvent) => {
      focused = target instanceof Element ? target : null
    }
    // A press beside all controls takes the focus away, too: then what had it still stands there.
    const observer = new MutationObserver(() => {
      if (focused === null || focused.isConnected || document.activeElement !== document.body) return
      focused = null
      const next = firstOf(dialog) ?? dialog.querySelector('h2')
      next?.focus({ preventScroll: true })
    })
    dialog.addEventListener('focusin', remember)
    observer.observe(dialog, { childList: true, subtree: true })
    return () => {
      dialog.removeEventListener('focusin', remember)
      observer.disconnect()
    }
  }, [dialog])
}
