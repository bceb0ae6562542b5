import type { MouseEvent } from 'react'

/** For a button that its press removes: the focus goes to what is around it, so that the keyboard goes on from there. */
export function leavingFocus(act: () => void) {
  return ({ currentTarget }: MouseEvent) => {
    // A message goes away with its button.
    currentTarget.closest<HTMLElement>('[tabindex]:not([role="alert"])')?.focus({ preventScroll: true })
    act()
  }
}
