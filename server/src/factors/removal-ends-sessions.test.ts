import { removeUserAuthenticator } from '@gatehouse/contract/admin/people/authenticators.ts'
import { removeUserPasskey } from '@gatehouse/contract/admin/people/passkeys.ts'
import { removeUserRecoveryCodes } from '@gatehouse/contract/admin/people/recovery-codes.ts'
import { removeAuthenticator } from '@gatehouse/contract/factors/authenticators.ts'
import { removePasskey } from '@gatehouse/contract/factors/passkeys.ts'
import { removeRecoveryCodes } from '@gatehouse/contract/factors/recovery-codes.ts'
import { listSessions } from '@gatehouse/contract/session.ts'
import { expect, test } from 'vitest'
import { addAppTo } from '../../test/authenticators.ts'
import { openSessionFor } from '../../test/builders.ts'
import { anAdministrator, auditOf } from '../../test/console.ts'
import { someoneWithPasskey } from '../../test/passkeys.ts'
import { someoneWithRecoveryCodes } from '../../test/recovery-codes.ts'
import { type TestServer, useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer()

type Someone = Awaited<ReturnType<typeof everything>>

/** Somebody with a factor of each kind, and a second browser in which they are signed in. */
async function everything(on: TestServer) {
  const { person, visitor, browser, passkey } = await someoneWithPasskey(on)
  const { authenticator } = await addAppTo(on, visitor)
  await openSessionFor(on, browser, person.id)
  return { person, visitor, browser, passkeyId: passkey._id, authenticatorId: authenticator._id }
}

type Removal = (by: Visitor, of: Someone, endsSessions?: boolean) => Promise<{ status: number; data: unknown }>

const OWN: Record<string, Removal> = {
  'a passkey': (by, { passkeyId }, endsSessions) => by.call(removePasskey, { passkeyId, endsSessions }),
  'an authenticator app': (by, { authenticatorId }, endsSessions) =>
    by.call(removeAuthenticator, { authenticatorId, endsSessions }),
  'recovery codes': (by, _, endsSessions) => by.call(removeRecoveryCodes, { endsSessions }),
}

const OF_OTHERS: Record<string, Removal> = {
  'a passkey': (by, { person, passkeyId }, endsSessions) =>
    by.call(removeUserPasskey, { userId: person.id, passkeyId, endsSessions }),
  'an authenticator app': (by, { person, authenticatorId }, endsSessions) =>
    by.call(removeUserAuthenticator, { userId: person.id, authenticatorId, endsSessions }),
}

const isSignedIn = async (visitor: Visitor) => (await visitor.call(listSessions)).status === 200

test.each(Object.entries(OWN))(
  'who removes %s of their own is signed out elsewhere if they want it',
  async (_, remove) => {
    const kept = await everything(server)
    expect(await remove(kept.visitor, kept)).toMatchObject({ status: 200, data: { ended: 0 } })
    expect([await isSignedIn(kept.visitor), await isSignedIn(kept.browser)]).toEqual([true, true])

    const lost = await everything(server)
    expect(await remove(lost.visitor, lost, true)).toMatchObject({ status: 200, data: { ended: 1 } })
    expect([await isSignedIn(lost.visitor), await isSignedIn(lost.browser)]).toEqual([true, false])
    const events = (await auditOf(server, lost.person.id)).map(({ event }) => event)
    expect(events).toContain('session.ended')
  },
)

test.each(Object.entries(OF_OTHERS))(
  'an administrator who removes %s ends all sessions if they want it',
  async (_, remove) => {
    const admin = await anAdministrator(server)
    const kept = await everything(server)
    expect(await remove(admin.visitor, kept)).toMatchObject({ status: 200, data: { ended: 0 } })
    expect([await isSignedIn(kept.visitor), await isSignedIn(kept.browser)]).toEqual([true, true])

    const lost = await everything(server)
    expect(await remove(admin.visitor, lost, true)).toMatchObject({ status: 200, data: { ended: 2 } })
    expect([await isSignedIn(lost.visitor), await isSignedIn(lost.browser)]).toEqual([false, false])
    const events = (await auditOf(server, lost.person.id)).map(({ event }) => event)
    expect(events).toContain('users.sessions-ended')
  },
)

test('an administrator who removes recovery codes ends all sessions if they want it', async () => {
  const admin = await anAdministrator(server)
  const { person, visitor } = await someoneWithRecoveryCodes(server)
  const removed = await admin.visitor.call(removeUserRecoveryCodes, { userId: person.id, endsSessions: true })
  expect(removed).toMatchObject({ status: 200, data: { ended: 1 } })
  expect(await isSignedIn(visitor)).toBe(false)
})
