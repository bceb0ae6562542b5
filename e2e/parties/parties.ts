import { test as base } from '../console.ts'
import { Portal } from '../portal.ts'
import { Applications } from './applications.ts'
import { FIND_MS } from './debian.ts'

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

/** What the tests of a group run, which are left out where there is none of it. */
export function toRun<T>(what: string, find: () => T): () => T {
  let found: T | null = null
  test.beforeAll(() => {
    test.setTimeout(FIND_MS)
    try {
      found = find()
    } catch (cause) {
      skipAloud(`${what}, of which there is none here`, String(cause))
    }
  })
  return () => found as T
}

export { expect } from '../console.ts'
