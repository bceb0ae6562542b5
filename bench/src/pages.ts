import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WEB_CLIENT_HEADER } from '@gatehouse/contract/envelope.ts'
import { query } from '@gatehouse/server/test/processes.ts'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { launchOptions } from '../../e2e/browser.ts'
import { median, report } from './figures.ts'
import { makeFolder, startServer } from './server.ts'

const PORT = 3960
const TRIES = Number(process.env.BENCH_RUNS ?? 9)
/** A CPU this many times slower than the one here. */
const SLOWDOWN = 4
const LCP_BUDGET_MS = 1500
const CLS_BUDGET = 0.02
const TYPING_BUDGET_MS = 100
const GIVE_UP_MS = 10_000
const TILES = 300

const PAGES = [
  { name: '/login', path: '/login', isSignedIn: false },
  { name: 'launcher', path: '/dashboard/app', isSignedIn: true },
  { name: 'overview', path: '/dashboard/overview', isSignedIn: true },
  { name: 'Users', path: '/dashboard/user', isSignedIn: true },
]

/** Letters of which each changes what is shown: one a try, in turn. A list has the rows of letters that it has shown before. */
const SEARCHES = [
  {
    name: `launcher, ${TILES} tiles`,
    path: '/dashboard/app',
    field: 'input[type=search]',
    letters: '7',
    shown: '.tile',
  },
  {
    name: 'palette',
    path: '/dashboard/user',
    keys: 'Control+k',
    field: '.palette input',
    letters: 'u',
    shown: '[role=option]',
  },
  { name: 'Users, the field', path: '/dashboard/user', field: 'main input[type=search]', letters: 'm' },
  {
    name: 'Users, rows it has',
    path: '/dashboard/user',
    field: 'main input[type=search]',
    letters: 'm',
    shown: 'tbody tr',
  },
  ...[
    // As many letters as there are tries.
    { name: 'Users, rows it asks for', path: '/dashboard/user', letters: 'kzvsgnypdbrhutlicj' },
    // All have the letters of their addresses, and most the name "Application" with a number.
    { name: 'Applications, rows it asks for', path: '/dashboard/eaiapplication', letters: '9876543210zkwqj' },
  ].map((list) => ({ ...list, field: 'main input[type=search]', shown: 'tbody tr' })),
]

type Demo = { people: { email: string; password: string }[] }
type Cookies = Awaited<ReturnType<BrowserContext['cookies']>>

/** What people see of a page, in a browser whose CPU is slowed down; each try is a first visit. */
async function main() {
  const folder = makeFolder()
  const server = await startServer(folder.path, PORT)
  const { args = [], ...options } = launchOptions()
  // Those of tests compile less than a browser of people does.
  const browser = await chromium.launch({ ...options, args: args.filter((arg) => !arg.startsWith('--js-flags')) })
  const visit = async (cookies: Cookies) => {
    const context = await browser.newContext({ baseURL: server.origin, viewport: { width: 1440, height: 900 } })
    await context.addCookies(cookies)
    const page = await context.newPage()
    const devTools = await context.newCDPSession(page)
    await devTools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
    return { page, close: () => context.close() }
  }
  try {
    const { people } = JSON.parse(readFileSync(join(folder.path, 'demo.json'), 'utf8')) as Demo
    const administrator = people[0] as Demo['people'][number]
    await makeTiles(folder.path, administrator.email)
    const { page, close } = await visit([])
    await signIn(page, administrator)
    const cookies = await page.context().cookies()
    await close()

    for (const { name, path, isSignedIn } of PAGES) {
      const shown: Shown[] = []
      for (let run = -1; run < TRIES; run++) {
        const { page, close } = await visit(isSignedIn ? cookies : [])
        const figures = await measureVisit(page, path)
        if (run >= 0) shown.push(figures)
        await close()
      }
      reportAll(
        `${name}: largest paint`,
        shown.map(({ lcp }) => lcp),
        'ms',
        LCP_BUDGET_MS,
      )
      reportAll(
        `${name}: layout shift`,
        shown.map(({ cls }) => cls),
        '',
        CLS_BUDGET,
      )
    }
    for (const search of SEARCHES) {
      const { page, close } = await visit(cookies)
      reportAll(`typing: ${search.name}`, await measureTyping(page, search), 'ms', TYPING_BUDGET_MS)
      await close()
    }
  } finally {
    await browser.close()
    await server.stop()
    folder.remove()
  }
}

type Shown = { lcp: number; cls: number }

async function measureVisit(page: Page, path: string): Promise<Shown> {
  await page.goto(path)
  await page.locator('html[data-page="shown"]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  return page.evaluate(async () => {
    const entriesOf = (type: string) =>
      new Promise<PerformanceEntry[]>((done) => {
        new PerformanceObserver((list) => done(list.getEntries())).observe({ type, buffered: true })
        // An observer without entries is never called.
        setTimeout(() => done([]), 500)
      })
    const paints = await entriesOf('largest-contentful-paint')
    const shifts = await entriesOf('layout-shift')
    return {
      lcp: Math.max(...paints.map(({ startTime }) => startTime)),
      cls: shifts.reduce((sum, shift) => sum + (Reflect.get(shift, 'value') as number), 0),
    }
  })
}

type Search = { path: string; field: string; letters: string; keys?: string; shown?: string }

/** From the press of a key until what it changes has been painted. */
async function measureTyping(page: Page, { path, field, letters, keys, shown }: Search): Promise<number[]> {
  await page.goto(path)
  await page.locator('html[data-page="shown"]').waitFor({ state: 'attached' })
  await page.waitForLoadState('networkidle')
  if (keys) await page.keyboard.press(keys)
  const input = page.locator(field).first()
  await input.focus()
  const times: number[] = []
  for (let run = -2; run < TRIES; run++) {
    const changed = await page.evaluateHandle(
      ([field, shown, giveUpMs]) => {
        const read = () =>
          shown
            ? [...document.querySelectorAll(shown)].map(({ textContent }) => textContent).join('\n')
            : document.querySelector<HTMLInputElement>(field)?.value
        const before = read()
        const pressed = new Promise<number>((done) => {
          addEventListener('keydown', ({ timeStamp }) => done(timeStamp), { once: true, capture: true })
        })
        const painted = new Promise<number>((done, fail) => {
          const endsAt = performance.now() + giveUpMs
          const look = () => {
            if (performance.now() > endsAt) fail(new Error('The letter changes nothing.'))
            else if (read() === before) requestAnimationFrame(look)
            // A frame is drawn once its callbacks have run.
            else requestAnimationFrame(() => setTimeout(() => done(performance.now())))
          }
          requestAnimationFrame(look)
        })
        return { took: Promise.all([pressed, painted]).then(([from, to]) => to - from) }
      },
      [field, shown, GIVE_UP_MS] as const,
    )
    await page.keyboard.press(letters.charAt((run + 2) % letters.length))
    const took = await changed.evaluate(({ took }) => took)
    if (run >= 0) times.push(took)
    await input.fill('')
    // The next try begins when nothing of this one goes on.
    await page.waitForLoadState('networkidle')
    await sleep(700)
  }
  return times
}

async function makeTiles(dataDir: string, email: string) {
  await query(
    dataDir,
    `with made as (
       insert into applications (id, name, summary, redirect_url, allowed_url)
       select gen_random_uuid(), 'Application ' || n, 'What it is for', 'https://a' || n || '.example.com/in', 'https://a' || n || '.example.com'
       from generate_series(1, ${TILES}) n returning id)
     insert into assignments (id, user_id, application_id, client_id, role)
     select gen_random_uuid(), u.id, m.id, c.id, 'User' from made m, users u, (select id from clients limit 1) c where u.email = $1`,
    [email],
  )
}

async function signIn({ request }: Page, { email, password }: Demo['people'][number]) {
  const post = async (path: string, data: object) => {
    const answer = await request.post(path, { data, headers: { [WEB_CLIENT_HEADER]: 'web' } })
    if (answer.status() !== 200) throw new Error(`${path} answered ${answer.status()}`)
  }
  await post('/api/users/login', { email, password })
  let otp: string | undefined
  // No answer waits for its code.
  while (otp === undefined) {
    await sleep(50)
    const inbox = await request.get(`/dev/inbox.json?to=${encodeURIComponent(email)}`)
    otp = /\b\d{6}\b/.exec(((await inbox.json()) as { text: string }[])[0]?.text ?? '')?.[0]
  }
  await post('/api/users/consumeLogInOtpEmail', { email, otp })
}

function reportAll(what: string, values: number[], unit: string, budget: number) {
  const sorted = values.toSorted((a, b) => a - b)
  report(`${what}, least`, sorted[0] as number, unit)
  report(`${what}, median`, median(values), unit, budget)
  report(`${what}, p95`, sorted[Math.ceil(sorted.length * 0.95) - 1] as number, unit)
}

await main()
