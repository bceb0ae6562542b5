import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { type ElementHandle, expect, type Locator, type Page } from '@playwright/test'
import type { default as axe, RunOptions } from 'axe-core'
import { preferencesSaved } from './saved.ts'

/** Less than half as long to read as with its comments. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
/** Without style sheets: axe reads all of them before each look, which takes a third of it, for one rule. */
const EVERY_RULE: RunOptions = { runOnly: { type: 'tag', values: TAGS }, preload: false }
/** The rule that judges style sheets. */
const ORIENTATION: RunOptions = { runOnly: { type: 'rule', values: ['css-orientation-lock'] } }
const CONTRAST: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/**
 * Guards hand the focus on as soon as they get it: nobody ever stands on one. In the frames that show mails no script
 * runs, axe's neither.
 */
const EXCLUDED = ['[data-base-ui-focus-guard]', 'iframe[sandbox]']

export const WIDE = { width: 1440, height: 900 }
export const NARROW = { width: 390, height: 844 }
/** What is left of it while somebody types. */
const BESIDE_KEYBOARD = { width: 390, height: 500 }
/** The narrowest window of WCAG 2.2, success criterion 1.4.10. */
const NARROWEST = { width: 320, height: 640 }

/** What follows another window is drawn by then. */
const DRAWN_MS = 5000

const CHOICES = '**/api/session/preferences'

type View = { colorScheme: 'light' | 'dark'; language: 'en' | 'hi'; size: typeof WIDE }

/** Every theme, language and width in the two views of each; all eight views in the four together. */
const TURNS: View[][] = [
  [
    { colorScheme: 'light', language: 'en', size: WIDE },
    { colorScheme: 'dark', language: 'hi', size: NARROW },
  ],
  [
    { colorScheme: 'dark', language: 'en', size: WIDE },
    { colorScheme: 'light', language: 'hi', size: NARROW },
  ],
  [
    { colorScheme: 'light', language: 'hi', size: WIDE },
    { colorScheme: 'dark', language: 'en', size: NARROW },
  ],
  [
    { colorScheme: 'dark', language: 'hi', size: WIDE },
    { colorScheme: 'light', language: 'en', size: NARROW },
  ],
]

/** With EVERY_VIEW=1 all eight, each with every rule; else colours alone are looked at again in the dark. */
const isWhole = process.env.EVERY_VIEW !== undefined

/** The turn follows from the name, so that a screen is looked at in the same views in every run. */
function viewsOf(screen: string): View[] {
  if (isWhole) return TURNS.flat()
  const turn = [...screen].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % TURNS.length
  return TURNS[turn] ?? []
}

/**
 * Neither the page nor the part of it breaks a rule that axe knows of WCAG 2.2 AA and of good practice, in both themes
 * and languages, on a desktop and on a phone; and on a phone nothing has to be scrolled sideways, and no cell is cut. The page is the one
 * that is loaded: only its language, its theme and its window change.
 *
 * @param reopen opens the part again, in any language
 */
export async function expectAccessible(
  page: Page,
  screen: string,
  part: Locator = page.locator('body'),
  reopen = async () => part,
) {
  await expect(part).toBeVisible()
  let element = await drawn(part)
  const before = page.viewportSize() ?? WIDE
  // The languages are looked at and not chosen: the account keeps its own.
  await page.route(CHOICES, (route) => route.fulfill({ json: { code: 200, msg: 'Success', data: {} } }))
  for (const view of viewsOf(screen)) {
    await page.emulateMedia({ colorScheme: view.colorScheme })
    await page.setViewportSize(view.size)
    await showLanguage(page, view.language)
    const shown = `${screen}, ${view.colorScheme}, ${view.language}, ${view.size.width}`
    const rules = isWhole || view.colorScheme === 'light' ? EVERY_RULE : CONTRAST
    let broken = await brokenRules(page, element, rules)
    // A part can belong to one width or to the columns of one language, and be removed while it is looked at.
    if (broken === 'removed') {
      element = await drawn(await reopen())
      broken = await brokenRules(page, element, rules)
    }
    expectNone(shown, broken)
    if (view.size === NARROW) {
      await expectToFit(page, shown, element)
      await expectButtonsInSight(page, shown, element)
    }
  }
  await page.emulateMedia({ colorScheme: null })
  await showLanguage(page, 'en')
  await preferencesSaved(page)
  await page.evaluate(() => sessionStorage.removeItem('unsent-preferences'))
  await page.unroute(CHOICES)
  await page.setViewportSize(before)
}

/** The same in light and dark, which differ in their colours only; for a part of the page that is there already. */
export async function expectAccessibleInBoth(page: Page, screen: string, within = 'body') {
  const element = await drawn(page.locator(within).first())
  await page.emulateMedia({ colorScheme: 'light' })
  expectNone(screen, await brokenRules(page, element, EVERY_RULE))
  await page.emulateMedia({ colorScheme: 'dark' })
  expectNone(`${screen}, dark`, await brokenRules(page, element, CONTRAST))
}

/** No style sheet that the page has loaded so far turns it with the device. */
export async function expectFreeOrientation(page: Page) {
  expectNone('style sheets', await brokenRules(page, await drawn(page.locator('html')), ORIENTATION))
}

const drawn = async (part: Locator) => (await part.elementHandle()) as ElementHandle<Element>

/** Presses the choice of the language from within: on a phone it stands in the drawer, and behind a dialog it is inert. */
export async function showLanguage(page: Page, language: View['language']) {
  if ((await page.locator('html').getAttribute('lang')) === language) return
  await page.locator(`label:has([lang="${language}"]) input`).first().dispatchEvent('click')
  await expect(page.locator('html')).toHaveAttribute('lang', language)
}

/** Nothing of it is wider than the window: neither at this width nor on the smallest phone. */
export async function expectToFit(page: Page, screen: string, element: ElementHandle<Element>) {
  for (const size of [NARROW, NARROWEST]) {
    await page.setViewportSize(size)
    const widths = () =>
      element.evaluate((part) => {
        const { left, right } = part.getBoundingClientRect()
        return {
          page: Math.max(0, document.documentElement.scrollWidth - innerWidth),
          part: part === document.body ? 0 : part.scrollWidth - part.clientWidth,
          // A menu stands beside what it belongs to, which may be scrolled out of sight.
          beside: part.localName === 'dialog' ? Math.max(0, -left, right - innerWidth) : 0,
          // What ends in an ellipsis says that there is more; a cell of several lines has none.
          cut: [...part.querySelectorAll('td, .entry-value')]
            .filter((cell) => cell.querySelector('.cell-lines') || getComputedStyle(cell).textOverflow !== 'ellipsis')
            .filter((cell) => cell.scrollWidth > cell.clientWidth + 1)
            .map((cell) => cell.textContent),
        }
      })
    await expect
      .poll(widths, { message: `${screen}, wider than ${size.width}`, timeout: DRAWN_MS })
      .toEqual({ page: 0, part: 0, beside: 0, cut: [] })
  }
}

/** On a phone, also beside its keyboard, the buttons with which a dialog ends are in sight from its beginning. */
export async function expectButtonsInSight(page: Page, screen: string, element: ElementHandle<Element>) {
  if (!(await element.evaluate((part) => part.localName === 'dialog'))) return
  const before = page.viewportSize() ?? WIDE
  for (const size of [NARROW, BESIDE_KEYBOARD]) {
    await page.setViewportSize(size)
    const outside = () =>
      element.evaluate((part) => {
        const isLast = (one: Element): boolean =>
          one === part || (one.nextElementSibling === null && one.parentElement !== null && isLast(one.parentElement))
        const ends = [...part.querySelectorAll('.form-end')].filter(isLast)
        part.scrollTop = 0
        return ends
          .flatMap((end) => [...end.querySelectorAll(':scope > .button')])
          .filter((button) => {
            const { top, bottom, height } = button.getBoundingClientRect()
            return height > 0 && (top < 0 || bottom > Math.min(innerHeight, part.getBoundingClientRect().bottom))
          })
          .map((button) => button.textContent)
      })
    await expect.poll(outside, { message: `${screen}, out of sight in ${size.height}`, timeout: DRAWN_MS }).toEqual([])
  }
  await page.setViewportSize(before)
}

/** No number, time or status in a table is cut: half of a number is a wrong number. In the windows of desktops and of a tablet held across. */
export async function expectWholeFigures(page: Page, screen: string) {
  const figures = page.locator('td:is(.data-table-number, .data-table-status, :has(> time))')
  await expect(page.getByRole('main').locator('[data-stale], [aria-busy="true"]')).toHaveCount(0)
  if ((await figures.count()) === 0) return
  const cut = () =>
    figures.evaluateAll((cells) =>
      cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
    )
  const before = page.viewportSize() ?? WIDE
  for (const width of [1440, 1280, 1024]) {
    await page.setViewportSize({ width, height: WIDE.height })
    await expect.poll(cut, { message: `${screen}, cut at ${width}`, timeout: DRAWN_MS }).toEqual([])
  }
  await page.setViewportSize(before)
}

/**
 * The rules that the element breaks, or 'removed' if it does not stay in the page meanwhile. Axe is large: it is brought
 * into a page once, and stays there until the page is left.
 */
async function brokenRules(page: Page, element: ElementHandle<Element>, rules: RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(AXE)
  // What is about to be replaced is pale, and nobody reads it.
  await expect(page.locator('[data-stale]')).toHaveCount(0)
  return page.evaluate(
    async ([include, exclude, rules]) => {
      // What follows a change of theme, language or window is drawn first.
      await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))
      if (!include.isConnected) return 'removed' as const
      const { violations } = await window.axe.run({ include, exclude }, { ...rules, resultTypes: ['violations'] })
      if (!include.isConnected) return 'removed' as const
      return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [element, EXCLUDED, rules] as const,
  )
}

function expectNone(screen: string, broken: string[] | 'removed') {
  const found = broken === 'removed' ? ['removed while it was looked at'] : broken
  expect.soft(found.map((one) => `${screen}: ${one}`)).toEqual([])
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
