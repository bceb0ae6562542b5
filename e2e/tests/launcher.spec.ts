import type { Page, Request } from '@playwright/test'
import { expectAccessibleInBoth } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { type Console, expect, test } from '../console.ts'
import { startOwnApplication } from '../own-application.ts'
import { leaveToRetry } from '../retry-only.ts'

type Person = { email: string }
type Tile = { name: string; summary?: string; group?: string; clients?: number }

/** Registers applications and assigns them to a person. @returns their ids by name */
async function give(admin: Console, person: Person, origin: string, tiles: Tile[]): Promise<Map<string, string>> {
  const people = await admin.list<{ _id: string; email: string }>('/api/users/listAllActiveUser')
  const clients = await admin.list<{ _id: string; displayName: string }>('/api/client/getAllClient')
  const userId = people.find(({ email }) => email === person.email)?._id
  const ids = new Map<string, string>()
  for (const { name, summary = '', group = '', clients: count = 1 } of tiles) {
    const { _id } = await admin.call<{ _id: string }>('/api/application/registerApplication', {
      name: { description: name, summary },
      tileGroup: group,
      applicationRedirectUrl: `${origin}/in`,
      applicationAllowedUrl: `${origin}/${encodeURIComponent(name)}`,
    })
    ids.set(name, _id)
    for (const client of clients.slice(0, count))
      await admin.call('/api/users/addUserApplicationClinetRole', {
        ...{ userId, applicationId: _id, clientId: client._id, role: 'User' },
      })
  }
  return ids
}

const NOWHERE = 'https://app.example.com'

/** A new person with these tiles, at their dashboard. */
async function open(
  { admin, signIn }: { admin: Console; signIn: (person: Awaited<ReturnType<Console['employ']>>) => Promise<Console> },
  person: Awaited<ReturnType<Console['employ']>>,
  tiles: Tile[],
  origin = NOWHERE,
) {
  const ids = await give(admin, person, origin, tiles)
  const { page } = await signIn(person)
  await expect(page.getByRole('searchbox', { name: 'Search your applications' })).toBeVisible()
  return { page, ids, person }
}

const tile = (page: Page, name: string) => page.getByRole('button', { name: new RegExp(`^${name}`) })
const star = (page: Page, name: string) => page.getByRole('checkbox', { name: `Favourite: ${name}`, exact: true })
/** The star changes before the server has answered. */
const stored = (page: Page) => page.waitForResponse('**/api/launch/favourite')
const namesIn = (page: Page, section: string) =>
  page.getByRole('list', { name: section, exact: true }).locator('.tile-name').allInnerTexts()
const search = (page: Page) => page.getByRole('searchbox', { name: 'Search your applications' })

test.beforeEach(async ({ admin }) => {
  await admin.page.goto('/dashboard/app')
})

test('favourites are marked by star and by key, come first, are the same on a second device, and revert when refused', async ({
  admin,
  signIn,
}) => {
  const person = await admin.employ('Ishaan', [])
  const { page } = await open({ admin, signIn }, person, [
    { name: 'Fav Alpha' },
    { name: 'Fav Beta' },
    { name: 'Fav Gamma' },
  ])
  await Promise.all([stored(page), star(page, 'Fav Gamma').click()])
  await expect(star(page, 'Fav Gamma')).toBeChecked()
  await expect.poll(() => namesIn(page, 'Favourites')).toEqual(['Fav Gamma'])
  await expect.poll(() => namesIn(page, 'Other applications')).toEqual(['Fav Alpha', 'Fav Beta'])
  await expect(page.getByText('Fav Gamma was added to your favourites.')).toBeAttached()
  // The focus moves with the tile, so that the next key applies to the same one.
  await tile(page, 'Fav Beta').focus()
  await Promise.all([stored(page), page.keyboard.press('f')])
  await expect(tile(page, 'Fav Beta')).toBeFocused()
  await expect.poll(() => namesIn(page, 'Favourites')).toEqual(['Fav Beta', 'Fav Gamma'])

  await page.route('**/api/launch/favourite', (route) => route.abort())
  await page.keyboard.press('f')
  await expect(page.getByRole('alert')).toBeVisible()
  await expect(star(page, 'Fav Beta')).toBeChecked()
  await expect(tile(page, 'Fav Beta')).toBeFocused()

  const elsewhere = (await signIn(person)).page
  await expect(star(elsewhere, 'Fav Gamma')).toBeChecked()
  await expect.poll(() => namesIn(elsewhere, 'Favourites')).toEqual(['Fav Beta', 'Fav Gamma'])
  await Promise.all([stored(elsewhere), star(elsewhere, 'Fav Gamma').click()])
  await expect(star(elsewhere, 'Fav Gamma')).not.toBeChecked()
  await expect(star(elsewhere, 'Fav Gamma')).toBeFocused()
  await page.reload()
  await expect(star(page, 'Fav Gamma')).not.toBeChecked()
})

test('of several presses of a star the last one counts, even if an earlier one is refused', async ({
  admin,
  signIn,
}) => {
  const person = await admin.employ('Nandini', [])
  const { page } = await open({ admin, signIn }, person, [{ name: 'Pressed' }, { name: 'Left' }])
  const sent: Request[] = []
  const held = Promise.withResolvers<void>()
  await page.route('**/api/launch/favourite', async (route) => {
    sent.push(route.request())
    await held.promise
    return sent.length === 1 ? route.abort() : route.continue()
  })
  const answered = page.waitForResponse((response) => response.request() === sent[2])
  for (const isMarked of [true, false, true]) {
    await star(page, 'Pressed').click()
    await expect(star(page, 'Pressed')).toBeChecked({ checked: isMarked })
  }
  held.resolve()
  await answered
  await expect(star(page, 'Pressed')).toBeChecked()
  await page.unroute('**/api/launch/favourite')
  await page.reload()
  await expect(star(page, 'Pressed')).toBeChecked()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('the search is part of the address, and finds by name, description and client', async ({ admin, signIn }) => {
  const { page } = await open({ admin, signIn }, await admin.employ('Farhan', []), [
    { name: 'Seek Ledger' },
    { name: 'Seek Planner', summary: 'Who drives which lorry' },
    { name: 'Seek Planner of Ledgers' },
  ])
  const client = await page.locator('.tile-clients').first().innerText()
  await search(page).fill('ledger')
  await arrived(page, (url) => url.searchParams.get('q') === 'ledger')
  await expect(page.getByText('2 applications found')).toBeAttached()
  await expect.poll(() => namesIn(page, 'Applications')).toEqual(['Seek Ledger', 'Seek Planner of Ledgers'])
  await page.reload()
  await expect(search(page)).toHaveValue('ledger')
  await expect.poll(() => namesIn(page, 'Applications')).toEqual(['Seek Ledger', 'Seek Planner of Ledgers'])
  await search(page).fill('lorry')
  await arrived(page, (url) => url.searchParams.get('q') === 'lorry')
  await expect.poll(() => namesIn(page, 'Applications')).toEqual(['Seek Planner'])
  await search(page).fill(client.toLowerCase())
  await expect(page.getByText('3 applications found')).toBeAttached()
  await search(page).fill('zzz')
  await expect(page.getByText('No results found for "zzz"')).toBeVisible()
  await expect(page.getByText('Search by name, description or client, or use fewer words.')).toBeVisible()
  await arrived(page, (url) => url.searchParams.get('q') === 'zzz')
  // Intermediate input adds no entry to the browser's history.
  await page.goBack()
  await expect(search(page)).toHaveValue('')
  await expect(tile(page, 'Seek Planner of Ledgers')).toBeVisible()
  await page.goForward()
  await expect(search(page)).toHaveValue('zzz')
  await page.getByRole('button', { name: 'Clear search' }).click()
  await arrived(page, (url) => !url.searchParams.has('q'))
  await expect(tile(page, 'Seek Ledger')).toBeVisible()
})

test('groups are sections that stay folded, and the list layout is remembered', async ({ admin, signIn }) => {
  const { page } = await open({ admin, signIn }, await admin.employ('Gauri', []), [
    { name: 'Group One', group: 'Motor claims' },
    { name: 'Group Two', group: 'motor  claims' },
    { name: 'Group Three', group: 'Finance', summary: 'A long sentence that says all there is to say about it' },
    { name: 'Group Four' },
  ])
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    /^Finance/,
    /^Motor claims/i,
    /^Other applications/,
  ])
  await expect.poll(() => namesIn(page, 'Finance')).toEqual(['Group Three'])
  const heading = page.getByRole('button', { name: /^Finance/ })
  await heading.click()
  await expect(heading).toHaveAttribute('aria-expanded', 'false')
  await expect(tile(page, 'Group Three')).toBeHidden()
  await page.getByRole('radio', { name: 'List' }).check({ force: true })
  await page.reload()
  await expect(tile(page, 'Group Four')).toBeVisible()
  await expect(tile(page, 'Group Three')).toBeHidden()
  await expect(page.getByRole('radio', { name: 'List' })).toBeChecked()
  // A search finds tiles in folded groups too.
  await search(page).fill('three')
  await expect(tile(page, 'Group Three')).toBeVisible()
  const summary = tile(page, 'Group Three').locator('.tile-summary')
  expect(await summary.evaluate((text) => text.scrollHeight - text.clientHeight)).toBe(0)
})

test('the launcher works by keyboard: the skip link first, / for the search, arrows, Enter and f', async ({
  admin,
  signIn,
}) => {
  const live = await startOwnApplication()
  const names = ['Key A', 'Key B', 'Key C', 'Key D', 'Key E', 'Key F']
  const { page } = await open(
    { admin, signIn },
    await admin.employ('Jaya', []),
    names.map((name) => ({ name })),
    live.origin,
  )
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.reload()
  await expect(tile(page, 'Key A')).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  expect(new URL(page.url()).hash).toBe('')
  await page.keyboard.press('Tab')
  await expect(search(page)).toBeFocused()
  await page.getByRole('main').focus()
  await page.keyboard.press('/')
  await expect(search(page)).toBeFocused()
  for (const [key, name] of [
    ['ArrowDown', 'Key A'],
    ['ArrowRight', 'Key B'],
    // A row has four tiles.
    ['ArrowDown', 'Key F'],
    ['ArrowLeft', 'Key E'],
    ['ArrowUp', 'Key A'],
    ['End', 'Key F'],
    ['Home', 'Key A'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(tile(page, name)).toBeFocused()
  }
  await page.keyboard.press('ArrowUp')
  await expect(search(page)).toBeFocused()
  await page.getByRole('radio', { name: 'List' }).check({ force: true })
  await tile(page, 'Key A').focus()
  await page.keyboard.press('ArrowDown')
  await expect(tile(page, 'Key B')).toBeFocused()
  // Tab reaches each tile and its star.
  await page.keyboard.press('Tab')
  await expect(star(page, 'Key B')).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(tile(page, 'Key C')).toBeFocused()
  await page.keyboard.press('f')
  await expect(star(page, 'Key C')).toBeChecked()
  const opening = page.context().waitForEvent('page')
  await page.keyboard.press('Enter')
  await expect((await opening).getByRole('heading', { name: 'An application' })).toBeVisible()
  await page.bringToFront()
  await page.keyboard.press('?')
  await expect(page.getByRole('dialog').getByText('Dashboard: move between applications')).toBeVisible()
  await live.close()
})

test('an application blocked in the meantime says so in its tile, and the reason is explained only to the person it is assigned to', async ({
  admin,
  signIn,
}) => {
  const { page, ids } = await open({ admin, signIn }, await admin.employ('Lakshita', []), [
    { name: 'Gone Tomorrow' },
    { name: 'Here Always' },
  ])
  await give(admin, { email: 'nobody' }, NOWHERE, [{ name: 'Of Others', clients: 0 }])
  await admin.call(`/api/application/updateApplication/${ids.get('Gone Tomorrow')}`, {
    name: { description: 'Gone Tomorrow', applicationType: 'NA' },
    applicationRedirectUrl: `${NOWHERE}/in`,
    status: 'Temporary BLOCKED',
  })
  await tile(page, 'Gone Tomorrow').click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('This application is assigned to you, but cannot be opened at present.')
  await notice.getByRole('button', { name: 'Why?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Missing an application?' })
  await expect(dialog.getByText('Gone Tomorrow is assigned to you, but temporarily blocked.')).toBeVisible()
  await expectAccessibleInBoth(page, 'why an application is not here', 'dialog')
  const answers: string[] = []
  for (const name of ['Of Others', 'Of Nobody']) {
    await dialog.getByLabel('Name of the application').fill(name)
    await dialog.getByRole('button', { name: 'Check' }).click()
    await expect(dialog.getByText('No application with this name is assigned to you.')).toBeVisible()
    answers.push(await dialog.getByRole('status').innerText())
  }
  expect(answers[0]).toBe(answers[1])
  await dialog.getByLabel('Name of the application').fill('always')
  await page.keyboard.press('Enter')
  await dialog.getByRole('button', { name: 'Show Here Always' }).click()
  await expect(search(page)).toHaveValue('Here Always')
  await search(page).fill('')
  await notice.getByRole('button', { name: 'Refresh' }).click()
  await expect(tile(page, 'Gone Tomorrow')).toBeHidden()
  await expect(tile(page, 'Here Always')).toBeVisible()
})

test('an access that ended while its tile stood on the screen says so, and when, also once the tile is gone', async ({
  admin,
  signIn,
}) => {
  const person = await admin.employ('Endira', [])
  const { page, ids } = await open({ admin, signIn }, person, [{ name: 'Ended Today' }, { name: 'Goes On' }])
  const [client] = await admin.list<{ _id: string }>('/api/client/getAllClient')
  await admin.call('/api/users/detachClient', {
    ...{ userId: person._id, applicationId: ids.get('Ended Today'), clientId: client?._id },
  })
  await tile(page, 'Ended Today').click()
  const notice = page.getByRole('alert')
  await expect(notice).toContainText('Your access to this application has ended.')
  await notice.getByRole('button', { name: 'Why?' }).click()
  const dialog = page.getByRole('dialog', { name: 'Missing an application?' })
  await expect(dialog.getByText(/^Your access to Ended Today ended today /)).toBeVisible()
  await expect(dialog.getByText('Your administrator can change that.')).toBeVisible()
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await notice.getByRole('button', { name: 'Refresh' }).click()
  await expect(tile(page, 'Ended Today')).toBeHidden()
  await expect(tile(page, 'Goes On')).toBeVisible()
})

test('with many tiles the last opened ones are offered, with their client, on a second device too', async ({
  admin,
  signIn,
}) => {
  const live = await startOwnApplication()
  const person = await admin.employ('Omkar', [])
  const { page } = await open(
    { admin, signIn },
    person,
    Array.from({ length: 9 }, (_, at) => ({ name: `Last ${at}`, clients: at === 4 ? 3 : 1 })),
    live.origin,
  )
  const recent = page.getByRole('region', { name: 'Recently used' })
  await expect(recent).toBeHidden()
  await tile(page, 'Last 4').click()
  const dialog = page.getByRole('dialog', { name: 'SSO' })
  const choices = await dialog.getByLabel('Clients').locator('option:not([disabled])').allInnerTexts()
  const chosen = choices[1]?.split(' · ')[0] ?? ''
  await dialog.getByLabel('Clients').selectOption({ index: 2 })
  const first = page.context().waitForEvent('page')
  await dialog.getByRole('button', { name: 'Submit' }).click()
  await expect((await first).getByRole('heading', { name: 'An application' })).toBeVisible()
  await expect(recent.getByRole('button', { name: `Last 4 ${chosen}` })).toBeVisible()
  await expect(recent.getByRole('listitem')).toHaveCount(1)

  const elsewhere = (await signIn(person)).page
  const chip = elsewhere
    .getByRole('region', { name: 'Recently used' })
    .getByRole('button', { name: `Last 4 ${chosen}` })
  const again = elsewhere.context().waitForEvent('page')
  await chip.click()
  await expect((await again).getByRole('heading', { name: 'An application' })).toBeVisible()
  // The client can still be changed: the tile asks, and Enter takes the last one.
  await elsewhere.bringToFront()
  await elsewhere
    .getByRole('list', { name: 'Applications' })
    .getByRole('button', { name: /^Last 4/ })
    .click()
  const asked = elsewhere.getByRole('dialog', { name: 'SSO' })
  await expect(asked.getByLabel('Clients').locator('option:checked')).toHaveText(choices[1] ?? '')
  const third = elsewhere.context().waitForEvent('page')
  await asked.getByLabel('Clients').press('Enter')
  await expect((await third).getByRole('heading', { name: 'An application' })).toBeVisible()
  await live.close()
})

test('if the browser blocks the new tab, the tile offers a link', async ({ admin, signIn }) => {
  const live = await startOwnApplication()
  const { page } = await open({ admin, signIn }, await admin.employ('Pooja', []), [{ name: 'No Tab' }], live.origin)
  // The result of window.open in a browser that blocks it.
  await page.evaluate(() => {
    window.open = () => null
  })
  await tile(page, 'No Tab').click()
  const item = page.getByRole('listitem').filter({ has: tile(page, 'No Tab') })
  const opening = page.context().waitForEvent('page')
  await item.getByRole('link', { name: 'Open No Tab' }).click()
  await expect((await opening).getByRole('heading', { name: 'An application' })).toBeVisible()
  await live.close()
})

test('nothing shifts while the tiles load, loading can be retried, and both layouts are accessible', async ({
  admin,
  signIn,
}) => {
  const { page } = await open({ admin, signIn }, await admin.employ('Qadir', []), [
    { name: 'An Application with a Name That Goes on and on until Nobody Reads It any Longer', group: 'Groups' },
    { name: 'Supercalifragilisticexpialidociousandsomewhatlonger', summary: 'x'.repeat(200) },
    { name: 'दावा निपटान', clients: 3 },
  ])
  await Promise.all([stored(page), star(page, 'दावा निपटान').click()])
  await expect(page.getByRole('list', { name: 'Favourites' })).toBeVisible()
  await page.reload()
  await expect(star(page, 'दावा निपटान')).toBeChecked()
  const shift = await page.evaluate(
    () =>
      new Promise<number>((done) => {
        new PerformanceObserver((list) =>
          done(list.getEntries().reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0)),
        ).observe({ type: 'layout-shift', buffered: true })
        // Without any shift the observer is never called.
        requestIdleCallback(() => done(0), { timeout: 1000 })
      }),
  )
  expect(shift).toBeLessThanOrEqual(0.02)
  await expectAccessibleInBoth(page, 'launcher, tiles')
  await page.getByRole('radio', { name: 'List' }).check({ force: true })
  await expectAccessibleInBoth(page, 'launcher, list')
  for (const layout of ['List', 'Grid']) {
    await page.getByRole('radio', { name: layout }).check({ force: true })
    await page.setViewportSize({ width: 320, height: 640 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth), layout).toBeLessThanOrEqual(320)
    await page.setViewportSize({ width: 1280, height: 720 })
  }
  await search(page).fill('nothing like it')
  await expect(page.getByRole('button', { name: 'Why is it missing?' })).toBeVisible()
  await expectAccessibleInBoth(page, 'launcher, nothing found')

  await leaveToRetry(page)
  await page.route('**/api/launch/tiles', (route) => route.abort())
  await page.goto('/dashboard/app')
  await expect(page.getByRole('alert')).toBeVisible()
  await page.unroute('**/api/launch/tiles')
  await page.getByRole('button', { name: 'Retry' }).click()
  await expect(star(page, 'दावा निपटान')).toBeChecked()
})
