import { expect, type Page } from '@playwright/test'

/**
 * Causes a message that is shown for a second only, and waits until the page has shown it. On a busy machine it may
 * disappear before a test looks for it, so the page itself records it.
 */
export async function announced(page: Page, message: string, act: () => Promise<void>): Promise<void> {
  const seen = await page.evaluateHandle((text) => {
    const isShown = () =>
      [...document.querySelectorAll('[role="status"], [role="alert"], [aria-live], [aria-live] *')].some(
        (one) => one.textContent?.trim() === text,
      )
    const state = { isShown: isShown(), hasAppeared: false }
    const look = () => {
      const wasShown = state.isShown
      state.isShown = isShown()
      state.hasAppeared ||= state.isShown && !wasShown
    }
    new MutationObserver(look).observe(document, { subtree: true, childList: true, characterData: true })
    return state
  }, message)
  await act()
  await expect.poll(() => seen.evaluate((state) => state.hasAppeared), { message: `“${message}” is shown` }).toBe(true)
}
