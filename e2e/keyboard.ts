import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page of a person has. */
const STOPS_MAX = 60

/** Goes from stop to stop with Tab until the element has the focus; each stop on the way shows where it is. */
export async function tabTo(page: Page, target: Locator): Promise<void> {
  await expect(target).toBeVisible()
  for (let stops = 0; stops < STOPS_MAX; stops++) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
    expect(await hiddenStop(page), 'a stop that does not show the focus').toBeNull()
  }
  await expect(target).toBeFocused()
}

export async function press(page: Page, target: Locator): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.press('Enter')
}

export async function type(page: Page, target: Locator, text: string): Promise<void> {
  await tabTo(page, target)
  await page.keyboard.type(text)
}

/** Types a day (YYYY-MM-DD) part by part, in the order of the browser's language. */
export async function typeDay(page: Page, target: Locator, day: string): Promise<void> {
  const [year, month, date] = day.split('-')
  await type(page, target, `${month}${date}${year}`)
  await expect(target).toHaveValue(day)
}

/** The element with the focus when nothing in the window shows it; a control may have its outline around its label. */
const hiddenStop = (page: Page): Promise<string | null> =>
  page.evaluate(() => {
    const focused = document.activeElement
    // Past the last stop the browser's own controls have the focus.
    if (focused === null || focused === document.body) return null
    for (let element: Element | null = focused, level = 0; element !== null && level < 4; level++) {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const { width, height, right, bottom, left, top } = element.getBoundingClientRect()
      const isInWindow = right > 0 && bottom > 0 && left < window.innerWidth && top < window.innerHeight
      if (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && width > 4 && height > 4 && isInWindow)
        return null
      element = element.parentElement
    }
    return focused.outerHTML.slice(0, 300)
  })
