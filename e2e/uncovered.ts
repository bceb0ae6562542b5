import type { Locator } from '@playwright/test'
import { expect } from './portal.ts'

/** Both ends of each element are seen: neither outside of the window nor under what stays in place while a table scrolls. */
export async function expectUncovered(parts: Locator) {
  await expect(parts.first()).toBeVisible()
  await expect.poll(() => parts.evaluateAll(covered)).toEqual([])
}

function covered(parts: Element[]): string[] {
  const isSeen = (part: Element) => {
    const { left, right, top, bottom } = part.getBoundingClientRect()
    return [left + 2, right - 2].every((x) => part.contains(document.elementFromPoint(x, (top + bottom) / 2)))
  }
  return parts.filter((part) => !isSeen(part)).map((part) => part.textContent)
}
