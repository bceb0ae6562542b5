import sql from 'sql-template-tag'
import { afterEach, expect, test, vi } from 'vitest'
import { authorize, redeemCode, someoneWithOidc, useListening } from '../../test/relying-party.ts'

// The database's time counts: a server with a wrong clock issues nothing for an expired code.

const server = useListening()
afterEach(() => vi.useRealTimers())

const DAY_MS = 86_400_000

/** An unknown parameter leaves the second request to the library, which uses the server's clock. */
const ways: [string, Record<string, string>][] = [
  ['directly', {}],
  ['by the library', { more: '1' }],
]

test.each(ways)('an expired code is refused by a server whose clock is a day slow, redeemed %s', async (_how, more) => {
  const { visitor, application } = await someoneWithOidc(server)
  const { reply, verifier } = await authorize(server, visitor, application)
  await server.db.execute(sql`update oidc_artifacts set expires_at = now() - interval '1 second'`)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - DAY_MS })
  const answer = await redeemCode(server, application, reply.params.code as string, verifier, more)
  expect([answer.status, answer.json().error]).toEqual([400, 'invalid_grant'])
})

test('a valid code is accepted by a server whose clock is a day fast', async () => {
  const { visitor, application } = await someoneWithOidc(server)
  const { reply, verifier } = await authorize(server, visitor, application)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS })
  expect((await redeemCode(server, application, reply.params.code as string, verifier)).status).toBe(200)
})
