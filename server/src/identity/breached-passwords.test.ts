import { hash } from 'node:crypto'
import { resetUserPassword } from '@gatehouse/contract/admin/people/users.ts'
import { listOwnActivity } from '@gatehouse/contract/own-activity.ts'
import {
  changePassword,
  consumeRequestRequestPassword,
  requestRequestPassword,
  signUp,
} from '@gatehouse/contract/signin.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn, someoneSignedIn } from '../../test/builders.ts'
import { anAdministrator, auditOf } from '../../test/console.ts'
import { startTestServer, type TestServer } from '../../test/server.ts'
import { aReceiver, type Receiver } from '../../test/webhook-receiver.ts'

const BREACHED = 'Heron#Meadow58*Oar'
const FINE = 'Walnut#River73*Kite'
const REFUSED = { status: 400, msg: expect.stringContaining('stolen passwords') }

let server: TestServer
let service: Receiver

beforeAll(async () => {
  service = await aReceiver()
  server = await startTestServer({ config: { breachedPasswordsUrl: `${service.url}/range` } })
})
afterAll(async () => {
  await server.close()
  await service.close()
})

const digestOf = (password: string) => hash('sha1', password).toUpperCase()
const OTHER = `${'0'.repeat(34)}1:7`

/** The service answers a range with some lines; `{count}` stands for how often the breached password was stolen. */
function answerWith(count: number, status = 200, lines = [OTHER, `${digestOf(BREACHED).slice(5)}:${count}`]) {
  service.received.length = 0
  service.answer = (response) => response.writeHead(status).end(lines.join('\r\n'))
}
beforeEach(() => answerWith(3))

const aBrowser = () => server.visitor({ ip: anAddress() })

test('a stolen password is refused wherever one is chosen', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  expect(await visitor.call(changePassword, { oldPassword: PASSWORD, newPassword: BREACHED })).toMatchObject(REFUSED)

  const { email } = person
  await aBrowser().call(requestRequestPassword, { email })
  const uuid = /resetpassword\/(\S+)/.exec((await server.inbox(email))[0]?.text ?? '')?.[1] ?? ''
  expect(await aBrowser().call(consumeRequestRequestPassword, { uuid, newPassword: BREACHED })).toMatchObject(REFUSED)
  // The link has not been used up.
  expect(await aBrowser().call(consumeRequestRequestPassword, { uuid, newPassword: FINE })).toMatchObject({
    status: 200,
  })

  const { visitor: admin } = await anAdministrator(server)
  const set = { email, newPassword: BREACHED, confirmPassword: BREACHED }
  expect(await admin.call(resetUserPassword, set)).toMatchObject(REFUSED)

  const form = { firstName: 'Nila', lastName: 'Iyer', email: 'nila.iyer@example.com', phoneNumber: '9876501234' }
  expect(await aBrowser().call(signUp, { ...form, password: BREACHED })).toMatchObject(REFUSED)
})

test('the service learns five digits of a hash only, and asks for padding', async () => {
  const { visitor } = await someoneSignedIn(server)
  service.received.length = 0
  await visitor.call(changePassword, { oldPassword: PASSWORD, newPassword: BREACHED })
  expect(service.received).toMatchObject([
    { path: `/range/${digestOf(BREACHED).slice(0, 5)}`, body: '', headers: { 'add-padding': 'true' } },
  ])
  const { cookie, authorization } = service.received[0]?.headers ?? {}
  expect([cookie, authorization]).toEqual([undefined, undefined])
})

test('a weak password is refused without asking', async () => {
  const { visitor } = await someoneSignedIn(server)
  service.received.length = 0
  expect((await visitor.call(changePassword, { oldPassword: PASSWORD, newPassword: 'Welcome@123' })).status).toBe(400)
  expect(service.received).toEqual([])
})

test.each([
  ['padding', () => answerWith(0), 'no'],
  ['an error', () => answerWith(3, 503), 'unknown'],
  ['something else than ranges', () => answerWith(3, 200, ['<html>Sign in to this network</html>']), 'unknown'],
  ['nothing in time', () => (service.answer = () => undefined), 'unknown'],
  ['more than is read', () => answerWith(3, 200, [OTHER, ...Array.from({ length: 3000 }, () => OTHER)]), 'unknown'],
])(
  'an answer with %s keeps nobody from choosing a password, and the audit says what is known',
  async (_what, prepare, known) => {
    prepare()
    const person = await aPerson(server)
    const visitor = aBrowser()
    await signIn(server, visitor, person.email)
    expect(await visitor.call(changePassword, { oldPassword: PASSWORD, newPassword: BREACHED })).toMatchObject({
      status: 200,
    })
    const line = (await auditOf(server, person.id)).find(({ event }) => event === 'password.changed')
    expect(line?.detail).toEqual({ breached: known })
    const { lines } = (await visitor.call(listOwnActivity)).data
    expect(lines.find(({ event }) => event === 'password.changed')?.isUnchecked).toBe(known === 'unknown')
  },
)
