import { test as base } from '../console.ts'
import { Portal } from '../portal.ts'
import { Applications } from './applications.ts'
import { FIND_MS } from './debian.ts'

type Fixtures = {
  /** Meera in her own browser, not signed in. */
  visitor: Portal
  /** Applications that are assigned to Meera. */
  applications: Applications
}

/** The base of the tests of applications with third-party libraries. */
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

/** Skips the tests of a group and prints the reason. */
export function skipAloud(what: string, reason: string) {
  console.warn(`SKIPPED: ${what}. ${reason}`)
  test.skip(true, reason)
}

/** The program that the tests of a group need. They are skipped if it is not available. */
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
