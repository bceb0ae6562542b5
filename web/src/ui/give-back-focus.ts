/** Where the work on a page goes on when what had the focus is gone: its content. */
export function focusContent(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
}

export const isFocusLost = (): boolean => document.activeElement === document.body

/** An element and the parts of the page around it that can have the focus, from the inside out. */
export function withPartsAround(element: Element | null): HTMLElement[] {
  const found = element instanceof HTMLElement && element !== document.body ? [element] : []
  const partOf = (one: Element | null | undefined) =>
    // A message goes away with its button.
    one?.parentElement?.closest<HTMLElement>('[tabindex]:not([role="alert"])')
  for (let part = partOf(element); part; part = partOf(part)) found.push(part)
  return found
}

/**
 * After a dialog is gone: gives the focus back to the first of these that is still there. The browser does so alone, but not where
 * what opened the dialog is gone, or a question about the dialog stood over it and goes away with it.
 */
export function giveBackFocus(places: readonly HTMLElement[]): void {
  // Once everything that goes away with the dialog is gone, and another dialog that takes its place is open.
  queueMicrotask(() => {
    if (isFocusLost()) places.find(({ isConnected }) => isConnected)?.focus({ preventScroll: true })
    if (isFocusLost()) focusContent()
  })
}
