import { publishManifest } from '@gatehouse/contract/admin/approvals/page-access.ts'
import { pages, updatePageOfUsers } from '@gatehouse/contract/admin/approvals/pages.ts'
import { clans } from '@gatehouse/contract/admin/clients/clans.ts'
import { saveView } from '@gatehouse/contract/admin/engine/views.ts'
import { RESOURCES } from '@gatehouse/contract/admin/index.ts'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { namesIn } from '@gatehouse/contract/record-name.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aPage } from '../../../test/approvals.ts'
import { aClient, anApplication } from '../../../test/builders.ts'
import { useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const HIDDEN = 'There are characters in the name that cannot be seen. Type it again.'
const STYLED = 'Type the name with the ordinary letters, signs and blanks of your keyboard.'
const MIXED = 'Use the letters of one alphabet in a name.'

const aClan = async (name: string) => ({
  ...{ clientId: (await aClient(server)).id, name, count: 1, type: 'INTERNAL' as const },
})

/** A name that is stored already may stay in these; `updateRecord` judges the others. */
const UPDATES: readonly Endpoint[] = [
  ...RESOURCES.map(({ update }) => update as unknown as Endpoint),
  updatePageOfUsers,
]

/** Every other call that gives something a name, with the path of the name. */
const CALLS = ENDPOINTS.filter((call) => !UPDATES.includes(call)).flatMap((call) =>
  namesIn(call.request).map((field) => ({ call, field })),
)

/** Fields of changes that are called a name and are no name of a record. */
const OTHERS: [RegExp, string][] = [
  [/ (firstName|lastName|userName|username)$/, 'people are judged by requireSoundPerson'],
  [/ (applicationName|projectName|clientName|roleName|pageName)$/, 'it is the name of another record'],
  [/EmailNotification fromName$/, 'the address stands beside it'],
  [/createUserWithoutAppClientAndRole name$/, 'old programs send it, and nothing stores it'],
  [/templates\/preview name$/, 'nothing is stored'],
]

test('every field of a change that is called a name is one, and an update has those of the form', () => {
  const named = ENDPOINTS.filter(({ method }) => method === 'POST').flatMap(({ path, request }) =>
    Object.keys((request as unknown as { def: { shape: object } }).def.shape)
      .filter((field) => /name$/i.test(field) && !namesIn(request).some((one) => one.split('.')[0] === field))
      .map((field) => `${path} ${field}`),
  )
  expect(named.filter((one) => !OTHERS.some(([pattern]) => pattern.test(one)))).toEqual([])
  for (const { names, update } of RESOURCES) expect(namesIn(update.request), update.path).toEqual(names)
})

test('nothing gets a name that looks like another one', async () => {
  const bad = {
    'Fin\u200bance': HIDDEN,
    'Fin\u200dance': HIDDEN,
    'Fin\ufe0fance': HIDDEN,
    Ｆinance: STYLED,
    'Fin\u00a0ance': STYLED,
    'Fin\u2024ance': STYLED,
    'Fin\u2026': STYLED,
    'Fi\u0307nance': HIDDEN,
    'Finance\u0323\u0301\u0302': STYLED,
    Finаnce: MIXED,
  }
  expect(CALLS.length).toBeGreaterThan(25)
  for (const { call, field } of CALLS)
    for (const [name, msg] of Object.entries(bad)) {
      const form = field.split('.').reduceRight<unknown>((inner, key) => ({ [key]: inner }), name)
      const { status, data } = await admin.call(call, form as never)
      expect({ status, data }, `${call.path} ${field}: ${name}`).toMatchObject({
        status: 400,
        data: { fields: { [field]: msg } },
      })
    }
})

test.each([
  'क्\u200dष और शर्\u200cत',
  'র\u200d্যাম',
  'काग\u095b',
  'Acme™ – “½ α” Ltd.',
  'Café',
  'Старший агент',
  'Help ☎️ 👩‍🚒',
  'İbrahim Işık',
  'Nguyễn Thị Hồng Ế',
  'Ẹniọlá Ọ̀ṣun Adébáyọ̀',
  'Ǖ Ṭhākur’s & Co. (Pvt.) Ltd., A/B: 50%',
  'ᾧδε',
  'หมู่บ้านน้ำ',
  'शृंखला हिन्दी क़ानून र्ँ',
  'עִבְּרִית',
])('a name may be %j', async (name) => {
  expect(await admin.call(clans.create, await aClan(name))).toMatchObject({ status: 200 })
})

test('joiners elsewhere in an Indian script cannot be seen, and are refused', async () => {
  for (const name of ['वित\u200dत', 'वित्त\u200c', 'क्\u200d\u200dष', 'वित्\u200c'])
    expect(await admin.call(clans.create, await aClan(name)), JSON.stringify(name)).toMatchObject({
      ...{ status: 400, msg: HIDDEN },
    })
})

test('marks that cannot be seen, or are more than a letter has, are refused in Latin letters', async () => {
  const bad: Record<string, string> = {
    'Admi\u0307n': HIDDEN,
    'Admi\u0323\u0307n': HIDDEN,
    'Adm\u0131\u0307n': HIDDEN,
    'Ma\u0301j\u0307or': HIDDEN,
    'Ağa\u0328\u0301\u0302': STYLED,
    'e\u0301\u0302\u0323': STYLED,
    'Dr\ufe52 Rao': STYLED,
    'Non\u2011life': STYLED,
  }
  for (const [name, msg] of Object.entries(bad))
    expect(await admin.call(clans.create, await aClan(name)), name).toMatchObject({ status: 400, msg })
})

test('blanks and composed letters make no two names', async () => {
  const role = (name: string) => ({ name, description: 'Of one spelling', status: 'ACTIVE' as const })
  const { data } = await admin.call(roles.create, role(' Café  Desk '))
  expect(data).toMatchObject({ name: 'Café Desk' })
  for (const name of ['Cafe\u0301 Desk', 'Café   desk'])
    expect(await admin.call(roles.create, role(name)), name).toMatchObject({ status: 409 })
  const view = { list: 'roles', query: { search: 'desk' } }
  expect(await admin.call(saveView, { ...view, name: 'Café  Desk' })).toMatchObject({ status: 200 })
  expect(await admin.call(saveView, { ...view, name: 'Cafe\u0301 Desk' })).toMatchObject({ status: 409 })
})

test('a name that was stored before stays, in the console and in a manifest, until it is changed', async () => {
  const clan = await admin.call(clans.create, await aClan('Old'))
  await server.db.execute(sql`update clans set name = ${'Old  Cafe\u0301'} where id = ${clan.data._id}`)
  const kept = { ...(await aClan('Old Café')), clientId: clan.data.clientId, clainsId: clan.data._id, count: 2 }
  expect(await admin.call(clans.update, kept)).toMatchObject({ data: { name: 'Old  Cafe\u0301', count: 2 } })
  const { id: applicationId } = await anApplication(server)
  const pageId = await aPage(server, applicationId, 'Settle\u200bment')
  const changes = { pageId, applicationId, description: 'Old', status: 'INACTIVE' }
  expect(await admin.call(pages.update, { ...changes, page: 'Settle\u200bment' } as never)).toMatchObject({
    status: 200,
  })
  expect(await admin.call(pages.update, { ...changes, page: 'Settle\u200bments' } as never)).toMatchObject({
    status: 400,
  })
  const publish = (...names: string[]) =>
    admin.call(publishManifest, { applicationId, pages: names.map((name, at) => ({ id: `page-${at}`, name })) })
  expect(await publish('Settle\u200bment', 'Claims')).toMatchObject({ status: 200 })
  for (const names of [
    ['Settle\u200bment', 'Cl\u200baims'],
    ['Settlement', 'Claims', 'Ｂills'],
  ])
    expect(await publish(...names)).toMatchObject({ status: 400 })
  expect(await publish('Settlement', 'Claims')).toMatchObject({ status: 200, data: { changed: ['Settlement'] } })
})
