import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

/** Nothing on the page breaks the rules that axe knows of WCAG 2.2 AA and of good practice; or these rules only. */
export async function expectAccessible(page: Page, screen: string, rules?: string[]) {
  // Guards hand the focus on as soon as they get it; nobody ever stands on one.
  const axe = new AxeBuilder({ page }).exclude('[data-base-ui-focus-guard]')
  const { violations } = await (rules
    ? axe.withRules(rules)
    : axe.withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
  ).analyze()
  expect(violations.map(({ id, nodes }) => `${screen}: ${id} ${nodes.map(({ html }) => html).join(' ')}`)).toEqual([])
}
