import sql from 'sql-template-tag'
import { afterEach, expect, test, vi } from 'vitest'
import { authorize, redeemCode, someoneWithOidc, useListening } from '../../test/relying-party.ts'

// The database's time counts: a server with a wrong clock issues nothing for an expired code.

const server = useListening()
afterEach(() => vi.useRealTimers())

const DAY_MS = 86_400_000

/** The second request is the library's, which knows only the server's clock. */
const ways: [string, Record<string, string>][] = [
  ['directly', {}],
  ['by the library', { more: '1' }],
]

test.each(ways)('an expired code is invalid at a server that is a day slow, redeemed %s', async (_how, more) => {
  const { visitor, application } = await someoneWithOidc(server)
  const { reply, verifier } = await authorize(server, visitor, application)
  await server.db.execute(sql`update oidc_artifacts set expires_at = now() - interval '1 second'`)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - DAY_MS })
  const answer = await redeemCode(server, application, reply.params.code as string, verifier, more)
  expect([answer.status, answer.json().error]).toEqual([400, 'invalid_grant'])
})

test('a code is valid at a server that is a day fast', async () => {
  const { visitor, application } = await someoneWithOidc(server)
  const { reply, verifier } = await authorize(server, visitor, application)
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + DAY_MS })
  expect((await redeemCode(server, application, reply.params.code as string, verifier)).status).toBe(200)
})
