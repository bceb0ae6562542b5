import {
  applications,
  closeSelfRegistration,
  openSelfRegistration,
  selfRegistrations,
} from '@gatehouse/contract/admin/applications/applications.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aClient, anApplication } from '../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { findOpenPair } from '../../access/self-registration.ts'
import { newId } from '../../crypto/ids.ts'

const server = useTestServer()
const admin = useAdministrator(server)

async function aPair() {
  const application = await anApplication(server)
  const client = await aClient(server)
  const isOpen = async () => (await findOpenPair(server.db, application.name, client.actualName)) !== null
  return { application, client, pair: { applicationId: application.id, clientId: client.id }, isOpen }
}

test('self-registration for an application is opened for a client, and closed again', async () => {
  const { application, client, pair, isOpen } = await aPair()
  expect(await isOpen()).toBe(false)
  expect(await admin.call(openSelfRegistration, pair)).toMatchObject({ status: 200, msg: 'Registration Opened' })
  expect(await isOpen()).toBe(true)
  const { data } = await admin.call(selfRegistrations, { applicationId: application.id })
  expect(data).toEqual([{ _id: client.id, name: client.actualName }])

  expect(await admin.call(closeSelfRegistration, pair)).toMatchObject({ status: 200, msg: 'Registration Closed' })
  expect(await isOpen()).toBe(false)
  expect((await admin.call(selfRegistrations, { applicationId: application.id })).data).toEqual([])
  const detail = { name: application.name, client: client.actualName }
  expect(await auditOf(server, application.id)).toMatchObject([
    { event: 'applications.registration-opened', detail },
    { event: 'applications.registration-closed', detail },
  ])
})

test('opening a pair twice changes and records it once; an inactive pair becomes active', async () => {
  const { application, pair, isOpen } = await aPair()
  await server.db.execute(sql`
    insert into self_registrations (application_id, client_id, enabled) values (${pair.applicationId}, ${pair.clientId}, false)`)
  expect((await admin.call(selfRegistrations, { applicationId: application.id })).data).toEqual([])
  for (let times = 0; times < 2; times++)
    expect(await admin.call(openSelfRegistration, pair)).toMatchObject({ status: 200 })
  expect(await isOpen()).toBe(true)
  expect(await auditOf(server, application.id)).toHaveLength(1)
})

test('only existing records can be opened, and only open pairs can be closed', async () => {
  const { pair, isOpen } = await aPair()
  expect(await admin.call(openSelfRegistration, { ...pair, clientId: newId() })).toMatchObject({
    status: 400,
    msg: 'There is no such client',
  })
  expect(await admin.call(openSelfRegistration, { ...pair, applicationId: newId() })).toMatchObject({
    status: 400,
    msg: 'There is no such application',
  })
  expect(await admin.call(closeSelfRegistration, pair)).toMatchObject({ status: 404 })
  await admin.call(openSelfRegistration, pair)
  const reader = await someoneWith(server, ['applications:read'])
  expect(await reader.visitor.call(closeSelfRegistration, pair)).toMatchObject({ status: 403 })
  expect(await isOpen()).toBe(true)
})

test('is opened only by who may give access; closing it takes none', async () => {
  const { pair, isOpen } = await aPair()
  const { visitor } = await someoneWith(server, ['applications:read', 'applications:write'])
  expect(await visitor.call(openSelfRegistration, pair)).toMatchObject({
    status: 403,
    msg: 'Self-registration gives everybody access. To open it you also need users:write.',
  })
  expect(await isOpen()).toBe(false)
  const giver = await someoneWith(server, ['applications:write', 'users:write'])
  expect((await giver.visitor.call(openSelfRegistration, pair)).status).toBe(200)
  expect((await visitor.call(closeSelfRegistration, pair)).status).toBe(200)
})

test('the pairs of a deleted application are closed', async () => {
  const { application, pair, isOpen } = await aPair()
  await admin.call(openSelfRegistration, pair)
  const { data } = await admin.call(applications.remove, { id: application.id })
  expect(data).toMatchObject({ _id: application.id })
  expect(await admin.call(openSelfRegistration, pair)).toMatchObject({ status: 400 })
  await admin.call(applications.restore, { id: application.id })
  expect(await isOpen()).toBe(false)
})
