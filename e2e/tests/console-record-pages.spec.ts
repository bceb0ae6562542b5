import { query } from '@gatehouse/server/test/processes.ts'
import type { Page } from '@playwright/test'
import { arrived } from '../arrived.ts'
import { expect, test } from '../console.ts'
import { chooseLanguage } from '../saved.ts'
import { visit } from '../visit.ts'

test.use({ keepsBrowsers: true })

const UNKNOWN = '018f0000-0000-7000-8000-000000000000'

const PAGES = [
  {
    kind: 'an application',
    path: '/dashboard/applications',
    list: '/dashboard/eaiapplication',
    heading: 'Applications',
    missing: 'There is no such application',
    name: 'Eclaims',
    find: `select id from applications where name = 'Eclaims'`,
    sections: [
      ['Settings', ''],
      ['People', '/people'],
      ['Integration', '/integration'],
      ['Secrets', '/secrets'],
      ['Self-registration', '/registration'],
      ['Sign-in page', '/branding'],
      ['History', '/history'],
    ],
  },
  {
    kind: 'a client',
    path: '/dashboard/clients',
    list: '/dashboard/client',
    heading: 'Clients',
    missing: 'There is no such client',
    name: 'Acme Insurance',
    find: `select id from clients where display_name = 'Acme Insurance'`,
    sections: [
      ['Details', ''],
      ['Points of Contact', '/contacts'],
      ['Clans', '/clans'],
      ['Applications and roles', '/roles'],
      ['People', '/people'],
      ['Sign-in page', '/branding'],
      ['History', '/history'],
    ],
  },
] as const

const sections = (page: Page) => page.getByRole('navigation', { name: 'Sections' }).getByRole('link')
const current = (page: Page) => sections(page).and(page.locator('[aria-current="page"]'))

async function idOf(dataDir: string, find: string): Promise<string> {
  const [row] = await query<{ id: string }>(dataDir, find)
  return row?.id as string
}

for (const { kind, path, list, heading, missing, name, find, sections: parts } of PAGES) {
  test(`${kind}: the name in the list opens its page, and Back restores the list`, async ({ admin, page, product }) => {
    const id = await idOf(product.dataDir, find)
    const search = `?search=${name.split(' ')[0]?.toLowerCase()}`
    await admin.open(`${list}${search}`, heading)
    await admin.table().getByRole('link', { name }).first().click()
    await arrived(page, `**${path}/${id}`)
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
    await expect(sections(page)).toHaveText(parts.map(([label]) => label))
    for (const [label, part] of parts.slice(1)) {
      await sections(page).filter({ hasText: label }).click()
      await arrived(page, `**${path}/${id}${part}`)
      await expect(current(page)).toHaveText(label)
      await expect(page).toHaveTitle(new RegExp(`^${label} · ${name}`))
    }
    await page.getByRole('navigation', { name: 'You are here' }).getByRole('link', { name: heading }).click()
    await arrived(page, `**${list}${search}`)
  })

  test(`${kind}: an unknown one has a page that says so, an id in capitals is found, and its people agree with the database`, async ({
    admin,
    page,
    product,
  }) => {
    const title = page.getByRole('heading', { level: 1 })
    await page.goto(`${path}/${UNKNOWN}`)
    await expect(title).toHaveText(missing)
    const id = await idOf(product.dataDir, find)
    await visit(page, `${path}/${id.toUpperCase()}`)
    await expect(title).toHaveText(name)

    const column = kind === 'a client' ? 'client_id' : 'application_id'
    const people = await query<{ name: string }>(
      product.dataDir,
      `select u.first_name || ' ' || u.last_name as name from assignments s join users u on u.id = s.user_id and u.deleted_at is null
       where s.${column} = $1 order by s.user_id desc, s.application_id, s.client_id limit 10`,
      [id],
    )
    expect(people.length).toBeGreaterThan(0)
    await visit(page, `${path}/${id}/people`)
    // The email stands under the name.
    const shown = (await admin.column('Person')).map((text) => text.split('\n')[0])
    expect(shown).toEqual(people.map((person) => person.name))
    await admin.table().getByText('Why?').first().click()
    await arrived(page, /\/dashboard\/users\/.*\/access\?application=/)
    await expect(title).toHaveText(people[0]?.name as string)
  })
}

test('an application is changed on its page, which has its settings, its secrets and its test', async ({
  admin,
  page,
}) => {
  const { _id } = await admin.call<{ _id: string }>('/api/application/registerApplication', {
    name: { description: 'Pageful', summary: 'Before' },
  })
  await page.goto(`/dashboard/applications/${_id}`)
  await page.getByRole('main').getByRole('button', { name: 'Edit', exact: true }).click()
  const form = admin.dialog('Update Application')
  await admin.fill(form, { Summary: 'After' })
  await form.getByRole('button', { name: 'Save' }).click()
  await expect(form).toBeHidden()
  await expect(page.locator('.facts').first()).toContainText('After')

  await sections(page).filter({ hasText: 'Secrets' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('First server')
  await page.getByRole('button', { name: 'Create secret' }).click()
  const shown = page.getByRole('dialog', { name: 'Secrets - Pageful' })
  await expect(shown.getByRole('button', { name: 'Copy' })).toBeVisible()
  await shown.getByRole('button', { name: 'Done' }).click()
  await admin.dialog('Close without copying?').getByRole('button', { name: 'Close anyway' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'First server' })).toBeVisible()

  await sections(page).filter({ hasText: 'Integration' }).click()
  await expect(page.getByRole('main')).toContainText(_id)
  await expect(page.getByRole('tab', { name: 'Settings to copy' })).toBeVisible()
  await sections(page).filter({ hasText: 'History' }).click()
  await expect(admin.row('Secret added')).toBeVisible()
})

test('the contacts of a client are changed on its page', async ({ admin, page }) => {
  const client = await admin.call<{ _id: string }>('/api/client/createClient', {
    actualName: 'Paged Insurance Ltd',
    displayName: 'Paged Insurance',
    email: 'office@paged.example.com',
    officeContact: 9876543210,
    status: 'ACTIVE',
    uuid: 'PAGED-1',
  })
  await admin.call('/api/client/createPoc', {
    clientId: client._id,
    pocName: 'Nandita',
    pocAlternateName: 'Nila',
    pocEmail: 'nandita@example.com',
    pocAlternateEmail: 'nila@example.com',
    pocContact: '9876543211',
    pocAlternateContact: '9876543212',
    city: 'Pune',
    state: 'Maharashtra',
    country: 'India',
    zip: '411001',
  })
  await page.goto(`/dashboard/clients/${client._id}/contacts`)
  expect(await admin.column('Point of Contact')).toEqual(['Nandita'])
  await admin.choose('Nandita', 'Edit')
  const form = admin.dialog('Update POC')
  await admin.fill(form, { 'Point of Contact': 'Nandita Roy' })
  await admin.save(form, 'POC Updated')
  expect(await admin.column('Point of Contact')).toEqual(['Nandita Roy'])
  await page.goto(`/dashboard/clients/${client._id}/clans`)
  await expect(page.getByText('This client has no clan yet.')).toBeVisible()
  // The form for a new contact already contains the client.
  const clan = await admin.openNew('New Clan', 'New Clan')
  await admin.fill(clan, { Name: 'Surveyors', Count: '4', Type: 'EXTERNAL' })
  await admin.save(clan, 'Clan Created')
  expect(await admin.column('Name')).toEqual(['Surveyors'])
  // All rows have the client of the page.
  await expect(page.getByRole('columnheader', { name: 'Client', exact: true })).toHaveCount(0)

  await page.goto(`/dashboard/clients/${client._id}/details`)
  await page.getByText('हिन्दी').click()
  await expect(page.getByRole('definition').getByText('सक्रिय', { exact: true })).toBeVisible()
  await chooseLanguage(page, 'English')
})

test('the applications and roles of a client do not repeat its name in every row', async ({ admin, page, product }) => {
  const id = await idOf(product.dataDir, PAGES[1].find)
  await page.goto(`/dashboard/clients/${id}/roles`)
  await expect(admin.table().getByRole('columnheader')).toHaveText(['Name', 'Application', 'Actions'])
})

test('the history of an application says who opened it within some days, and is downloaded as it is narrowed', async ({
  page,
  product,
}) => {
  const id = await idOf(product.dataDir, `select id from applications where name = 'Roadside Desk'`)
  await page.goto(`/dashboard/applications/${id}/history`)
  const main = page.getByRole('main')
  const lines = main.getByRole('table').getByRole('row')
  await main.getByLabel('About', { exact: true }).selectOption('Application launches')
  await arrived(page, (url) => url.searchParams.get('event') === 'launch')
  const opened = lines.filter({ hasText: /Application opened|Launch redeemed/ })
  await expect(opened).not.toHaveCount(0)
  await expect(lines.filter({ hasText: 'Signed in to an application' })).toHaveCount(0)
  // The days of the demo's activity end with the first start.
  const [span] = await query<{ from: string; to: string; count: string }>(
    product.dataDir,
    `select to_char(min(at) + interval '7 days', 'YYYY-MM-DD') as from, to_char(min(at) + interval '9 days', 'YYYY-MM-DD') as to, '' as count
      from audit_events where event = 'launch.granted' and subject_id = '${id}'`,
  )
  await main.getByLabel('From', { exact: true }).fill(span?.from ?? '')
  await main.getByLabel('To', { exact: true }).fill(span?.to ?? '')
  await arrived(page, (url) => url.searchParams.get('to') === span?.to)
  const total = main.getByText(/^1–\d+ of \d+$/)
  await expect(total).toBeVisible()
  const downloads = page.waitForEvent('download')
  await main.getByRole('button', { name: 'Download CSV' }).click()
  const stream = await (await downloads).createReadStream()
  const rows = (await stream.toArray()).join('').trim().split('\n').slice(1)
  await expect(total).toHaveText(new RegExp(` of ${rows.length}$`))
  await main.getByLabel('To', { exact: true }).fill('2020-01-01')
  await expect(main.getByText('No activity matches these filters.')).toBeVisible()
  await main.getByRole('button', { name: 'Clear filters' }).click()
  await expect(lines.filter({ hasText: 'Signed in to an application' })).not.toHaveCount(0)
})
