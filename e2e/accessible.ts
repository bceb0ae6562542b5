import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const TAGS = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Nothing on the page breaks the rules that axe knows of WCAG 2.2 AA and of good practice. */
export async function expectAccessible(page: Page, screen: string) {
  await expectNone(axe(page).withTags(TAGS), screen)
}

/** The same in light and dark, which differ in their colours only; for a part of the page that is there already. */
export async function expectAccessibleInBoth(page: Page, screen: string, within = 'body') {
  await page.emulateMedia({ colorScheme: 'light' })
  await expectNone(axe(page).include(within).withTags(TAGS), screen)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNone(axe(page).include(within).withRules('color-contrast'), `${screen}, dark`)
}

/**
 * Guards hand the focus on as soon as they get it: nobody ever stands on one. In the frames that show mails no script
 * runs, axe's neither.
 */
const axe = (page: Page) => new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]').exclude('iframe[sandbox]')

async function expectNone(rules: AxeBuilder, screen: string) {
  const { violations } = await rules.analyze()
  expect(violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
