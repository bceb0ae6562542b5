import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { publishManifest } from '@gatehouse/contract/admin/approvals/page-access.ts'
import { pages } from '@gatehouse/contract/admin/approvals/pages.ts'
import { clans } from '@gatehouse/contract/admin/clients/clans.ts'
import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { expect, test } from 'vitest'
import { aPage } from '../../../test/approvals.ts'
import { aClient, anApplication } from '../../../test/builders.ts'
import { useAdministrator } from '../../../test/console.ts'
import { application, applicationRole, client } from '../../../test/old-forms.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const HIDDEN = 'There are characters in the name that cannot be seen. Type it again.'
const STYLED = 'Type the name with the ordinary letters and blanks of your keyboard.'
const MIXED = 'Use the letters of one alphabet in a name.'

let made = 0

/** Creates a record with a name, by the field of the name. */
async function doors() {
  const [{ id: applicationId }, { id: clientId }] = [await anApplication(server), await aClient(server)]
  const page = { applicationId, description: '', status: 'ACTIVE' }
  const create = (call: unknown, form: object) => admin.call(call as typeof pages.create, form as never)
  return {
    page: (name: string) => create(pages.create, { ...page, page: name }),
    role: (name: string) =>
      create(applicationRoles.create, { ...applicationRole(1), applicationId, clientId, role: name }),
    name: (name: string) => create(clans.create, { clientId, name, count: 1, type: 'INTERNAL' }),
    actualName: (name: string) => create(clients.create, { ...client(++made), actualName: name }),
    displayName: (name: string) => create(clients.create, { ...client(++made), displayName: name }),
    'name.description': (name: string) =>
      create(applications.create, {
        ...application(1),
        name: { ...(application(1).name as object), description: name },
      }),
  }
}

test('no page, role, clan, client or application has a name that looks like another one', async () => {
  const bad = {
    'Fin\u200bance': HIDDEN,
    'Fin\u200dance': HIDDEN,
    'Fin\ufe0fance': HIDDEN,
    Ｆinance: STYLED,
    'Fin\u00a0ance': STYLED,
    Finаnce: MIXED,
  }
  for (const [field, create] of Object.entries(await doors()))
    for (const [name, msg] of Object.entries(bad))
      expect(await create(name), `${field}: ${name}`).toMatchObject({
        status: 400,
        msg,
        data: { fields: { [field]: msg } },
      })
})

test.each([
  'क्\u200dष और शर्\u200cत',
  'র\u200d্যাম',
  'काग\u095b',
  'Acme™ – “½ α” Ltd.',
  'Café',
  'Старший агент',
  'Help ☎️ 👩‍🚒',
])('a name may be %j', async (name) => {
  for (const [field, create] of Object.entries(await doors()))
    expect(await create(`${name} ${field}`), field).toMatchObject({ status: 200 })
})

test('joiners elsewhere in an Indian script cannot be seen, and are refused', async () => {
  const { page } = await doors()
  for (const name of ['वित\u200dत', 'वित्त\u200c', 'क्\u200d\u200dष', 'वित्\u200c'])
    expect(await page(name), JSON.stringify(name)).toMatchObject({ status: 400, msg: HIDDEN })
})

test('a name that was stored before stays, in the console and in a manifest, until it is changed', async () => {
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
