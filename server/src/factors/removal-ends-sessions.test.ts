import { removeUserAuthenticator } from '@gatehouse/contract/admin/people/authenticators.ts'
import { removeUserPasskey } from '@gatehouse/contract/admin/people/passkeys.ts'
import { removeUserRecoveryCodes } from '@gatehouse/contract/admin/people/recovery-codes.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { removeAuthenticator } from '@gatehouse/contract/factors/authenticators.ts'
import { removePasskey } from '@gatehouse/contract/factors/passkeys.ts'
import { makeRecoveryCodes, removeRecoveryCodes } from '@gatehouse/contract/factors/recovery-codes.ts'
import { listSessions } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { addAppTo } from '../../test/authenticators.ts'
import { openSessionFor } from '../../test/builders.ts'
import { anAdministrator, auditOf } from '../../test/console.ts'
import { noticesTo } from '../../test/messages.ts'
import { someoneWithPasskey } from '../../test/passkeys.ts'
import { type TestServer, useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer()

type Someone = Awaited<ReturnType<typeof everything>>

/** Somebody with a factor of each kind, and a second browser in which they are signed in. */
async function everything(on: TestServer) {
  const { person, visitor, browser, passkey } = await someoneWithPasskey(on)
  const { authenticator } = await addAppTo(on, visitor)
  await visitor.call(makeRecoveryCodes)
  await openSessionFor(on, browser, person.id)
  return { userId: person.id, visitor, browser, passkeyId: passkey._id, authenticatorId: authenticator._id }
}

type Removal = {
  factor: string
  own: Endpoint
  ofOthers: Endpoint
  input: (of: Someone) => object
  notice: string
}

const REMOVALS: Removal[] = [
  {
    ...{ factor: 'a passkey', own: removePasskey, ofOthers: removeUserPasskey, notice: 'passkey-removed' },
    input: ({ passkeyId }) => ({ passkeyId }),
  },
  {
    ...{ factor: 'an authenticator app', own: removeAuthenticator, ofOthers: removeUserAuthenticator },
    ...{ notice: 'authenticator-removed', input: ({ authenticatorId }) => ({ authenticatorId }) },
  },
  {
    ...{ factor: 'recovery codes', own: removeRecoveryCodes, ofOthers: removeUserRecoveryCodes },
    ...{ notice: 'recovery-codes-removed', input: () => ({}) },
  },
]

const ASKING = [
  { who: 'the person', isOwn: true, ended: 1, left: [true, false], event: 'session.ended' },
  { who: 'an administrator', isOwn: false, ended: 2, left: [false, false], event: 'users.sessions-ended' },
]

const isSignedIn = async (visitor: Visitor) => (await visitor.call(listSessions)).status === 200
const signedIn = async ({ visitor, browser }: Someone) => [await isSignedIn(visitor), await isSignedIn(browser)]

test.each(REMOVALS.flatMap((removal) => ASKING.map((asking) => ({ ...removal, ...asking }))))(
  '$who who removes $factor ends the sessions only if they want it, with one message',
  async ({ own, ofOthers, input, notice, isOwn, ended, left, event }) => {
    const admin = isOwn ? null : (await anAdministrator(server)).visitor
    const remove = (from: Someone, asked: object = {}) =>
      admin === null
        ? from.visitor.call(own, { ...input(from), ...asked })
        : admin.call(ofOthers, { userId: from.userId, ...input(from), ...asked })
    const messages = async ({ userId }: Someone) => (await noticesTo(server, userId)).map((one) => one.notice)

    const kept = await everything(server)
    expect(await remove(kept)).toMatchObject({ status: 200, data: { ended: 0 } })
    expect(await signedIn(kept)).toEqual([true, true])

    const lost = await everything(server)
    const before = await messages(lost)
    expect(await remove(lost, { endsSessions: true })).toMatchObject({ status: 200, data: { ended } })
    expect(await signedIn(lost)).toEqual(left)
    expect((await auditOf(server, lost.userId)).map((line) => line.event)).toContain(event)
    expect((await messages(lost)).toSorted()).toEqual([...before, notice].toSorted())
    const { email } = (
      await server.db.execute<{ email: string }>(sql`select email from users where id = ${lost.userId}`)
    ).rows[0] as { email: string }
    const [mail] = await server.inbox(email)
    expect(mail?.text.includes('An administrator also signed you out everywhere.')).toBe(!isOwn)
  },
)
