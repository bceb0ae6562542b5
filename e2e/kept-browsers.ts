import type { Browser, BrowserContext, Page } from '@playwright/test'

/** A page of the product without scripts. Its origin is that of the storage. */
const QUIET = '/healthz'

/** Where a test may have listened. Playwright's own listeners have other names. */
const PAGE_EVENTS = [
  'console',
  'dialog',
  'download',
  'popup',
  'request',
  'requestfailed',
  'requestfinished',
  'response',
]
const CONTEXT_EVENTS = ['console', 'page', 'request', 'requestfailed', 'requestfinished', 'response', 'weberror']

/** What changes a page for as long as it exists. */
const LASTING = {
  page: ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders'],
  context: ['addInitScript', 'exposeBinding', 'exposeFunction', 'setExtraHTTPHeaders', 'newCDPSession'],
  clock: ['install', 'pauseAt', 'setFixedTime', 'setSystemTime'],
}

type Methods = Record<string, (...args: unknown[]) => unknown>

/**
 * Browsers with one page each, which the next test of the same file takes over. They keep what they have loaded, so a
 * page costs them half of what it costs a new browser. They do not keep who was signed in, what was stored, and what the
 * test did to the page. A browser that was changed for good is not kept. Another file begins with new ones, so no test
 * depends on what ran before its file.
 */
export class KeptBrowsers {
  private readonly browser: Browser
  private readonly baseURL: string
  private kept: Page[] = []
  private readonly changed = new WeakSet<Page>()
  private file = ''
  private size: ReturnType<Page['viewportSize']> = null

  constructor(browser: Browser, baseURL: string) {
    this.browser = browser
    this.baseURL = baseURL
  }

  async take(file: string): Promise<Page> {
    if (file !== this.file) await this.close()
    this.file = file
    return this.kept.pop() ?? this.open()
  }

  private async open(): Promise<Page> {
    const page = await (await this.browser.newContext({ baseURL: this.baseURL })).newPage()
    this.size = page.viewportSize()
    this.noticeChanges(page)
    return page
  }

  private noticeChanges(page: Page) {
    const context = page.context()
    for (const [object, names] of [
      [page, LASTING.page],
      [context, LASTING.context],
      [context.clock, LASTING.clock],
    ] as unknown as [Methods, string[]][])
      for (const name of names) {
        const own = object[name]?.bind(object)
        object[name] = (...args) => {
          this.changed.add(page)
          return own?.(...args)
        }
      }
  }

  async giveBack(page: Page): Promise<void> {
    const context = page.context()
    if (page.isClosed() || this.changed.has(page)) return context.close()
    await this.clear(context, page)
    this.kept.push(page)
  }

  async close(): Promise<void> {
    for (const page of this.kept.splice(0)) await page.context().close()
  }

  private async clear(context: BrowserContext, page: Page) {
    for (const event of PAGE_EVENTS) page.removeAllListeners(event)
    for (const event of CONTEXT_EVENTS) context.removeAllListeners(event)
    for (const other of context.pages()) if (other !== page) await other.close()
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.unrouteAll({ behavior: 'ignoreErrors' })
    await context.setOffline(false)
    await context.clearPermissions()
    await page.goto(`${this.baseURL}${QUIET}`)
    await page.evaluate(() => {
      localStorage.clear()
      sessionStorage.clear()
    })
    await context.clearCookies()
    await page.emulateMedia({ colorScheme: null, media: null, forcedColors: null })
    if (this.size) await page.setViewportSize(this.size)
    // What the pointer rests on is marked.
    await page.mouse.move(0, 0)
  }
}
