/** Requirement A19. Waits while it is hovered, has the focus, or the page is hidden. */
export const TOAST_MS = 3000
/** With something to press in it. */
export const ACTION_TOAST_MS = 8000
