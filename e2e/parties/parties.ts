import { test as base } from '../console.ts'
import { Portal } from '../portal.ts'
import { Applications } from './applications.ts'

type Fixtures = {
  /** Meera at a browser of her own, not signed in anywhere. */
  visitor: Portal
  /** Applications that are assigned to her. */
  applications: Applications
}

/** The tests of applications that other people's software signs in. */
export const test = base.extend<Fixtures>({
  visitor: async ({ browser, product }, use) => {
    const context = await browser.newContext({ baseURL: product.baseURL })
    await use(new Portal(await context.newPage(), product))
    await context.close()
  },
  applications: async ({ admin, visitor, product }, use) => {
    const applications = new Applications(admin, product.baseURL, visitor.person('meera'))
    await use(applications)
    await applications.stop()
  },
})

/** Leaves out the tests of a group, and says so where everybody sees it. */
export function skipAloud(what: string, reason: string) {
  console.warn(`SKIPPED: ${what}. ${reason}`)
  test.skip(true, reason)
}

export { expect } from '../console.ts'
