import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { addUserApplicationClinetRole as assign } from '@gatehouse/contract/admin/people/users.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClient, anApplication, aPerson } from '../../test/builders.ts'
import { anAdministrator } from '../../test/console.ts'
import { startTestServer } from '../../test/server.ts'

/** The paths that a partner portal behind a gateway is called at. */
const called: string[] = []
const partner = createServer((request, response) => {
  called.push(request.url ?? '')
  response.end('{}')
})

beforeAll(async () => {
  partner.listen(0, '127.0.0.1')
  await once(partner, 'listening')
})
afterAll(() => {
  partner.close()
})
beforeEach(() => {
  called.length = 0
})

test.each([
  ['', ''],
  ['/', ''],
  ['/gateway/partner', '/gateway/partner'],
  ['/gateway/partner/', '/gateway/partner'],
])('calls stand below the path of the address: "%s"', async (path, below) => {
  const { port } = partner.address() as AddressInfo
  const partnerPortal = { url: `http://127.0.0.1:${port}${path}`, secret: 'shared', hasRemovals: true }
  const server = await startTestServer({ config: { partnerPortal } })
  try {
    const { visitor } = await anAdministrator(server)
    const [person, application, client] = [await aPerson(server), await anApplication(server), await aClient(server)]
    const form = { userId: person.id, applicationId: application.id, clientId: client.id, role: 'User' }
    expect(await visitor.call(assign, form)).toMatchObject({ status: 200 })
    const count = () => {
      server.outbox.wake()
      return called.length
    }
    await expect.poll(count).toBe(1)
    expect(called).toEqual([`${below}/api/sso/createUserApplicationClinetRole`])
  } finally {
    await server.close()
  }
})
