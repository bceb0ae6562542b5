import { query } from '@gatehouse/server/test/processes.ts'
import type { Page } from '@playwright/test'
import { expectAccessibleInBoth } from '../accessible.ts'
import { arrived } from '../arrived.ts'
import { type Console, expect, test } from '../console.ts'
import { Portal } from '../portal.ts'
import { leaveToRetry } from '../retry-only.ts'
import { load, visit } from '../visit.ts'

test.use({ keepsBrowsers: true })

const OVERVIEW = '/dashboard/overview'

test('a person with access to the console starts at the overview, unless another page was requested; the tiles are one click away', async ({
  admin,
  browser,
  product,
}) => {
  const person = await admin.employ('Oviya', ['roles:read'])
  const portal = new Portal(await browser.newPage({ baseURL: product.baseURL }), product)
  const { page } = portal
  const signedInFrom = async (path: string) => {
    await page.context().clearCookies()
    await page.goto(path)
    await portal.signIn(person.email, person.password)
  }
  await signedInFrom('/login')
  await arrived(page, `**${OVERVIEW}`)
  await expect(page.getByText('Nothing needs your attention.')).toBeVisible()
  await expect(page.getByText('Your permissions include no figures.')).toBeVisible()
  await page.getByRole('link', { name: 'My applications', exact: true }).click()
  await arrived(page, '**/dashboard/app')
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await arrived(page, `**${OVERVIEW}`)

  for (const asked of ['/dashboard/app', '/dashboard/role']) {
    await signedInFrom(asked)
    await arrived(page, `**${asked}`)
  }
  await page.goto('/')
  await arrived(page, `**${OVERVIEW}`)
  await page.close()
})

test('other people have no overview', async ({ page, portal }) => {
  await page.context().clearCookies()
  await portal.signInAs('diya')
  await arrived(page, '**/dashboard/app')
  await page.goto(OVERVIEW)
  await arrived(page, '**/dashboard/app')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Search or jump to…' }).fill('ove')
  await expect(page.getByRole('option', { name: 'Overview' })).toHaveCount(0)
})

/** Rows that must be counted, with the totals of the linked lists. Other tests of the worker may have added more. */
const LINES: Record<string, { sql: string; read: (admin: Console) => Promise<number> }> = {
  lanesFailing: {
    sql: 'from outbox_lanes where alarmed_at is not null',
    read: ({ page }) => page.locator('.message-alarms p').count(),
  },
  messagesFailed: {
    sql: `from messages where state = 'failed' and recipient <> '' and created_at >= current_date - 1`,
    read: totalOf,
  },
  messagesWaiting: { sql: `from messages where state = 'waiting' and recipient <> ''`, read: totalOf },
  partnerCallsFailed: { sql: `from outbox where kind = 'partner' and state = 'dead'`, read: totalOf },
  webhooksOff: {
    sql: `from webhooks w where status = 'INACTIVE' and deleted_at is null and exists (
      select from audit_events e where subject_id = w.id and event = 'webhooks.switched-off' and e.at >= w.updated_at)`,
    read: totalOf,
  },
  signInsFlooded: {
    sql: `from audit_events where event = 'signin.flooded' and at >= current_date - 1`,
    read: totalOf,
  },
  signInsThrottled: {
    sql: `from audit_events where event = 'signin.throttled' and at >= current_date - 1`,
    read: totalOf,
  },
  signInsFailed: { sql: `from audit_events where event = 'signin.failed' and at >= current_date`, read: totalOf },
  secretsEnding: {
    sql: `from applications a where deleted_at is null and exists (
      select from application_secrets s where s.application_id = a.id and expires_at between now() and now() + interval '14 days')`,
    read: totalOf,
  },
  keysEnding: {
    sql: `from service_accounts a where deleted_at is null and exists (
      select from service_account_keys k where k.account_id = a.id and revoked_at is null
        and expires_at between now() and now() + interval '14 days')`,
    read: totalOf,
  },
  accountsOwnerless: {
    sql: `from service_accounts a where deleted_at is null and not exists (
      select from users u where u.id = a.owner_id and is_active and u.deleted_at is null)`,
    read: totalOf,
  },
  jobsFailed: {
    sql: `from jobs where state = 'done' and failed > 0 and created_by = (select id from users where email like 'asha%')`,
    read: async (admin) => {
      await admin.settled()
      return admin.table().locator('tbody tr:not([aria-hidden])').count()
    },
  },
}

// The ids of messages begin with their time, by which the newest are found.
const SEED = `
  insert into messages (id, channel, notice, language, recipient, state, has_secret)
    select uuidv7(), 'email', 'password-changed', 'en', 'ovi@example.com', 'failed', false from generate_series(1, 3);
  insert into messages (id, channel, notice, language, recipient, state, has_secret, created_at)
    select uuidv7(), 'email', 'password-changed', 'en', 'ovi@example.com', 'waiting', false, now() - interval '10 minutes' from generate_series(1, 2);
  insert into outbox_lanes (lane, failing_since, alarmed_at) values ('partner', now(), now())
    on conflict (lane) do update set failing_since = now(), alarmed_at = now();
  insert into outbox (id, kind, lane, state, settled_at, user_id) select '019b0000-0000-7000-8000-00000000aa02'::uuid, 'partner', 'partner', 'dead', now(), id from users where email like 'asha%';
  insert into webhooks (id, name, url, events, status) values ('019b0000-0000-7000-8000-00000000aa01', 'Lost Receiver', 'https://lost.example.com', '{}', 'INACTIVE');
  insert into audit_events (id, event, subject_id) values (uuidv7(), 'webhooks.switched-off', '019b0000-0000-7000-8000-00000000aa01');
  insert into audit_events (id, event) select uuidv7(), 'signin.throttled' from generate_series(1, 4);
  insert into audit_events (id, event) select uuidv7(), 'signin.flooded' from generate_series(1, 2);
  insert into audit_events (id, event) select uuidv7(), 'signin.failed' from generate_series(1, 40);
  insert into application_secrets (id, application_id, name, secret_hash, expires_at)
    select uuidv7(), id, 'Ending soon', '\\x00', now() + interval '5 days' from applications where name = 'Tow Tracker';
  insert into service_accounts (id, name) values ('019b0000-0000-7000-8000-00000000aa04', 'Ownerless');
  insert into service_account_keys (id, account_id, name, prefix, secret_hash, expires_at)
    values (uuidv7(), '019b0000-0000-7000-8000-00000000aa04', 'Ending soon', 'gh_sa_0000', '\\x00', now() + interval '5 days');
  insert into jobs (id, kind, input, state, failed, total, created_by)
    select '019b0000-0000-7000-8000-00000000aa03'::uuid, 'activate', '{"ip":""}', 'done', 1, 2, id from users where email like 'asha%'`

// Removes the rows, because other tests of the worker read these lists. Audit lines stay.
test.afterAll(async ({ product }) => {
  for (const rows of [
    "messages where recipient = 'ovi@example.com'",
    "outbox where id = '019b0000-0000-7000-8000-00000000aa02'",
    "outbox_lanes where lane = 'partner'",
    "webhooks where name = 'Lost Receiver'",
    "service_accounts where name = 'Ownerless'",
    "application_secrets where name = 'Ending soon'",
    "jobs where id = '019b0000-0000-7000-8000-00000000aa03'",
    "application_roles where name = 'Gap Keeper'",
  ])
    await query(product.dataDir, `delete from ${rows}`)
})

test('every line of attention links to the list that it counts, and both agree with the database', async ({
  admin,
  page,
  product,
}) => {
  for (const statement of SEED.split(';')) await query(product.dataDir, statement)
  for (const [kind, { sql, read }] of Object.entries(LINES)) {
    const line = page.locator(`[data-kind="${kind}"]`).getByRole('link')
    const shown = async () => {
      await open(page)
      return Number((await line.locator('b').innerText()).replaceAll(',', ''))
    }
    // A message of an earlier test may fail at any moment: then the page is opened again.
    const differs = async (read: () => Promise<number>) => (await read()) - (await countOf(product.dataDir, sql))
    await expect.poll(() => differs(shown), kind).toBe(0)
    await line.click()
    await arrived(page, (url) => url.pathname !== OVERVIEW)
    await expect.poll(() => differs(() => read(admin)), kind).toBe(0)
  }
})

test('gaps in approvals are named with their application and client, and link to the check', async ({
  page,
  product,
}) => {
  await query(
    product.dataDir,
    `with role as (
       insert into application_roles (id, application_id, client_id, name, role_id, all_regions, sequence, action, range_from, range_to)
       select uuidv7(), a.id, c.id, 'Gap Keeper', 'G', true, 1, 'Final Approval', 100000, 200000
       from applications a, clients c where a.name = 'Tow Tracker' and c.display_name = 'Zenith General'
       returning id, application_id)
     insert into document_approvals (id, application_role_id, page_id)
     select uuidv7(), r.id, p.id from role r join pages p on p.application_id = r.application_id and p.name = 'Tow Job'`,
  )
  await open(page)
  const place = page.locator('[data-kind="approvalsMissing"] li').filter({ hasText: 'Tow Tracker · Zenith General' })
  await expect(place).toContainText('2 gaps')
  await place.getByRole('link').click()
  const dialog = page.getByRole('dialog', { name: 'Check approvals' })
  await expect(dialog.getByRole('listitem').filter({ hasText: 'Nobody approves' })).toHaveCount(2)
})

test('figures and charts agree with the database, by day, also by keyboard and as a table', async ({
  page,
  product,
}) => {
  await open(page)
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const today = await countOf(
    product.dataDir,
    `from audit_events where event = 'signin.completed' and at >= current_date`,
  )
  const all = await countOf(
    product.dataDir,
    `from audit_events where event = 'signin.completed' and at >= current_date - 29`,
  )
  await expect(card('Sign-ins').getByRole('list').getByRole('link').first()).toHaveText(withSeparators(all))

  const chart = page.getByRole('slider', { name: 'Sign-ins' })
  await chart.focus()
  await expect(chart).toHaveAttribute('aria-valuetext', new RegExp(`: Signed in ${withSeparators(today)}, Failed`))
  await page.keyboard.press('ArrowLeft')
  await expect(chart).toHaveAttribute('aria-valuenow', '29')
  await page.keyboard.press('Home')
  await expect(chart).toHaveAttribute('aria-valuenow', '1')

  await card('Sign-ins').getByText('Show as a table').click()
  const newest = card('Sign-ins').getByRole('table').getByRole('row').nth(1)
  await expect(newest.getByRole('cell').first()).toHaveText(withSeparators(today))
  await expectAccessibleInBoth(page, 'overview with a table')
  await newest.getByRole('link').first().click()
  await arrived(page, /\/dashboard\/activity\?event=signin\.completed&from=/)
  await expect.poll(() => totalIn(page)).toBe(today)

  await open(page)
  for (const [label, where] of [
    ['Active', 'is_active and deleted_at is null'],
    ['Inactive', 'not is_active and deleted_at is null'],
    ['Deleted, can be restored', 'deleted_at is not null'],
  ] as const)
    await expect(
      card('People')
        .getByRole('link', { name: new RegExp(`^${label}`) })
        .locator('b'),
    ).toHaveText(withSeparators(await countOf(product.dataDir, `from users where ${where}`)))
})

test('every number of the charts, of the busiest applications and of the messages is that of the database', async ({
  page,
  product,
}) => {
  await open(page)
  const card = (name: string) => page.getByRole('region', { name, exact: true })
  const numbers = async (name: string) => {
    await card(name).getByText('Show as a table').click()
    const rows = await card(name).getByRole('table').locator('tbody tr').all()
    return Promise.all(rows.map(async (row) => (await row.locator('td').allInnerTexts()).map(readNumber)))
  }
  const ofDays = async (one: string, other: string) => {
    const rows = await query<{ one: number; other: number }>(
      product.dataDir,
      `select count(e.id) filter (where event = $1)::int as one, count(e.id) filter (where event = $2)::int as other
       from generate_series(current_date, current_date - 29, interval '-1 day') day
       left join audit_events e on e.at >= day and e.at < day + interval '1 day' and e.event in ($1, $2)
       group by day order by day desc`,
      [one, other],
    )
    return rows.map((row) => [row.one, row.other])
  }
  for (const [name, one, other] of [
    ['Sign-ins', 'signin.completed', 'signin.failed'],
    ['Applications opened', 'launch.granted', 'oidc.signed-in'],
  ] as const) {
    const expected = await ofDays(one, other)
    expect(await numbers(name), name).toEqual(expected)
    const totals = [0, 1].map((series) => expected.reduce((sum, row) => sum + (row[series] ?? 0), 0))
    const shown = await card(name).locator('.overview-totals').getByRole('listitem').locator('a, b').allInnerTexts()
    expect(shown.map(readNumber), name).toEqual(totals)
  }

  const busiest = await query<{ name: string; tiles: number; open_id: number }>(
    product.dataDir,
    `select a.name, count(*) filter (where event = 'launch.granted')::int as tiles,
       count(*) filter (where event = 'oidc.signed-in')::int as open_id
     from audit_events e join applications a on a.id = e.subject_id and a.deleted_at is null
     where event in ('launch.granted', 'oidc.signed-in') and e.at >= current_date - 29
     group by a.id order by count(*) desc, a.name, a.id limit 8`,
  )
  expect(busiest.length).toBeGreaterThan(1)
  expect(await numbers('Busiest applications')).toEqual(busiest.map(({ tiles, open_id }) => [tiles, open_id]))
  const bars = card('Busiest applications').locator('ol').getByRole('listitem')
  expect(await bars.getByRole('link').allInnerTexts()).toEqual(busiest.map(({ name }) => name))
  expect((await bars.locator('b').allInnerTexts()).map(readNumber)).toEqual(
    busiest.map(({ tiles, open_id }) => tiles + open_id),
  )

  // Messages of tests before may be sent just now.
  await expect(async () => {
    await open(page)
    for (const [label, where] of [
      ['Sent', `state = 'sent' and created_at >= current_date - 1`],
      ['Failed', `state = 'failed' and created_at >= current_date - 1`],
      ['Waiting now', `state = 'waiting'`],
    ] as const) {
      const figure = card('Messages').getByRole('link', { name: new RegExp(`^${label}`) })
      const count = await countOf(product.dataDir, `from messages where recipient <> '' and ${where}`)
      expect(await figure.locator('b').innerText(), label).toBe(withSeparators(count))
    }
  }).toPass()
})

test.describe('on a first visit', () => {
  test.use({ keepsBrowsers: false })

  test('the parts of the overview keep their places while they load', async ({ page }) => {
    await page.addInitScript(() => {
      Object.assign(window, { shifted: 0 })
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          Object.assign(window, { shifted: Reflect.get(window, 'shifted') + Reflect.get(entry, 'value') })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    await open(page)
    await page.evaluate(() => document.fonts.ready)
    expect(await page.evaluate(() => Reflect.get(window, 'shifted'))).toBeLessThanOrEqual(0.02)
  })
})

test('an administrator with one permission sees only what belongs to it', async ({ admin, signIn }) => {
  const { page } = await signIn(await admin.employ('Iravati', ['applications:read']), null)
  await open(page)
  await expect(page.getByRole('main').getByRole('heading', { level: 2 })).toHaveText([
    'Needs attention',
    'Busiest applications',
  ])
  await expect(page.getByRole('slider')).toHaveCount(0)
})

test('a part that cannot be loaded says so, and can be loaded again', async ({ page, problems }) => {
  await leaveToRetry(page)
  await page.route('**/api/admin/overview*', (route) => route.abort())
  await page.goto(OVERVIEW)
  const alert = page.getByRole('alert')
  await expect(alert).toContainText('The server cannot be reached.')
  await page.unroute('**/api/admin/overview*')
  await alert.getByRole('button', { name: 'Retry' }).click()
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
  // The browser reports the interrupted call.
  problems.length = 0
})

async function open(page: Page) {
  // What stands there already would not be asked for again.
  await (page.url().endsWith(OVERVIEW) ? load : visit)(page, OVERVIEW)
  await expect(page.getByRole('heading', { name: 'Needs attention' })).toBeVisible()
}

async function countOf(dataDir: string, from: string): Promise<number> {
  const [row] = (await query(dataDir, `select count(*)::int as count ${from}`)) as { count: number }[]
  return row?.count ?? 0
}

const readNumber = (shown: string) => Number(shown.replaceAll(',', ''))

const withSeparators = (count: number) => new Intl.NumberFormat('en-IN').format(count)

/** The total of a list, as a number. */
async function totalIn(page: Page): Promise<number> {
  const range = await page.getByRole('navigation', { name: 'Pages' }).locator('.pagination-range').innerText()
  return Number(/of ([\d,]+)$/.exec(range)?.[1]?.replaceAll(',', ''))
}

function totalOf({ page }: Console): Promise<number> {
  return totalIn(page)
}
