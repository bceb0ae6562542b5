import { expect, type Page } from '@playwright/test'
import axe, { type RunOptions } from 'axe-core'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']
const EVERY_RULE: RunOptions = { runOnly: { type: 'tag', values: TAGS } }
const CONTRAST: RunOptions = { runOnly: { type: 'rule', values: ['color-contrast'] } }

/**
 * Focus guards pass the focus on as soon as they get it, so nobody stays on one. In the frames that show mails no
 * script runs, axe's included.
 */
const EXCLUDED = ['[data-base-ui-focus-guard]', 'iframe[sandbox]']

/** Expects that the page breaks none of axe's rules for WCAG 2.2 AA and good practice. */
export async function expectAccessible(page: Page, screen: string) {
  await expectNone(page, screen, 'body', EVERY_RULE)
}

/** Checks light and dark, which differ in colours only. Also for a part of a page that is already shown. */
export async function expectAccessibleInBoth(page: Page, screen: string, within = 'body') {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNone(page, screen, within, EVERY_RULE)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNone(page, `${screen}, dark`, within, CONTRAST)
}

/** Axe is large, so it is loaded once into each page. */
async function expectNone(page: Page, screen: string, within: string, rules: RunOptions) {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  const broken = await page.evaluate(
    async ([include, exclude, rules]) => {
      const { violations } = await window.axe.run({ include, exclude }, { ...rules, resultTypes: ['violations'] })
      return violations.map(({ id, nodes }) => `${id} ${nodes.map(({ html }) => html).join(' ')}`)
    },
    [within, EXCLUDED, rules] as const,
  )
  expect(broken.map((one) => `${screen}: ${one}`)).toEqual([])
}

declare global {
  interface Window {
    axe: typeof axe
  }
}
