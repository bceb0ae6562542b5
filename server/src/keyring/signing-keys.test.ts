import { decodeProtectedHeader } from 'jose'
import sql from 'sql-template-tag'
import { afterAll, describe, expect, test, vi } from 'vitest'
import { environmentOf, runGatehouse } from '../../test/gatehouse.ts'
import {
  authorize,
  browse,
  changeApplication,
  getTokens,
  send,
  someoneWithOidc,
  useListening,
} from '../../test/relying-party.ts'
import { makeSigningKeys } from './signing-keys.ts'

const server = useListening()

// A new server has read no keys yet, like one that has just started, or whose cache has expired.
const published = async () =>
  (await makeSigningKeys(server.db, server.keys.seal).published()).map(({ kid, alg }) => [alg, kid])

const age = (by: string) => server.db.execute(sql`update signing_keys set created_at = created_at - ${by}::interval`)

test('servers started at the same moment create one key of each kind, and store private parts only encrypted', async () => {
  const all = await Promise.all(Array.from({ length: 5 }, published))
  expect(new Set(all.map((keys) => JSON.stringify(keys))).size).toBe(1)
  expect(all[0]?.map(([alg]) => alg)).toEqual(['RS256', 'ES256'])
  const { keys } = (await send(server, '/oauth2/jwks')).json()
  for (const key of keys) for (const part of ['d', 'p', 'q']) expect(key).not.toHaveProperty(part)
  const { rows } = await server.db.execute<{ dump: string }>(sql`
    select string_agg(encode(sealed_private_jwk, 'escape'), '') as dump from signing_keys`)
  expect(rows[0]?.dump).not.toContain('"d"')
})

test('oidcc-server-rotate-keys: a new key is published before it signs, and the old one stays', async () => {
  const before = await published()
  const { visitor, application } = await someoneWithOidc(server)
  const { id_token } = await getTokens(server, visitor, application)
  expect(before).toContainEqual(['RS256', decodeProtectedHeader(id_token).kid])

  await age('91 days')
  const rotated = await published()
  expect(rotated).toHaveLength(4)
  // The old keys still sign.
  expect(rotated.filter(([alg]) => alg === 'RS256')[0]).toEqual(before[0])
  await age('16 minutes')
  const signing = await published()
  expect(signing.filter(([alg]) => alg === 'RS256').map(([, kid]) => kid)).toEqual(
    rotated
      .filter(([alg]) => alg === 'RS256')
      .map(([, kid]) => kid)
      .toReversed(),
  )

  await age('91 days')
  const third = await published()
  expect(third).toHaveLength(4)
  expect(third).not.toContainEqual(before[0])
})

test('keys that were made while the clock was ahead sign in a quarter of an hour, and can be renewed after a day', async () => {
  const byAlg = (keys: string[][], wanted: string) => keys.filter(([alg]) => alg === wanted).map(([, kid]) => kid)
  await age('91 days')
  const made = await published()
  await server.db.execute(sql`
    update signing_keys set created_at = created_at + interval '40 days' where created_at > now() - interval '1 minute'`)
  const [former, ahead] = byAlg(made, 'RS256')
  expect(byAlg(await published(), 'RS256')).toEqual([former, ahead])

  await age('16 minutes')
  expect(byAlg(await published(), 'RS256')).toEqual([ahead, former])
  const rotate = () => runGatehouse(['keys', 'rotate'], environmentOf(server, ''))
  expect(await rotate()).toMatchObject({ code: 2, err: expect.stringContaining('less than a day old') })
  await age('1 day')
  expect(await rotate()).toMatchObject({ code: 0 })
})

test('the command puts such keys right where no server has read them', async () => {
  await age('2 days')
  await server.db.execute(sql`update signing_keys set created_at = created_at + interval '40 days'`)
  const rotate = () => runGatehouse(['keys', 'rotate'], environmentOf(server, ''))
  expect(await rotate()).toMatchObject({ code: 2 })
  const { rows } = await server.db.execute(sql`
    select from signing_keys where retired_at is null and created_at > now() + interval '1 minute'`)
  expect(rows).toEqual([])
  await age('1 day')
  expect(await rotate()).toMatchObject({ code: 0 })
})

describe('an identity token whose key was retired', () => {
  const now = performance.now.bind(performance)
  let passed = 0
  const monotonic = vi.spyOn(performance, 'now').mockImplementation(() => now() + passed)
  afterAll(() => monotonic.mockRestore())
  const BACK = 'https://app.example.com/after'

  async function someoneFromBefore() {
    const someone = await someoneWithOidc(server, { post_logout_redirect_uris: [BACK] })
    const { id_token } = await getTokens(server, someone.visitor, someone.application)
    for (const rotations of [1, 2]) {
      await age('25 hours')
      const { code } = await runGatehouse(['keys', 'rotate'], environmentOf(server, ''))
      expect(code, `rotation ${rotations}`).toBe(0)
    }
    // The server reads its keys again after a minute.
    passed += 61_000
    const { kid } = decodeProtectedHeader(id_token)
    const { keys } = (await send(server, '/oauth2/jwks')).json()
    expect(keys.map((key: { kid: string }) => key.kid)).not.toContain(kid)
    const silent = async () =>
      (await authorize(server, someone.visitor, someone.application, { prompt: 'none', id_token_hint: id_token })).reply
    const logout = (client: Record<string, string> = {}) => {
      const asked = new URLSearchParams({ id_token_hint: id_token, post_logout_redirect_uri: BACK, ...client })
      return browse(server, someone.visitor, `/oauth2/logout?${asked}`)
    }
    return { ...someone, kid: String(kid), silent, logout }
  }

  test('still tells whom a request means, and ends its session', async () => {
    const someone = await someoneFromBefore()
    expect((await someone.silent()).params.code).toEqual(expect.any(String))
    const reply = await someone.logout()
    expect([reply.status, reply.location?.href]).toEqual([303, BACK])
    expect((await someone.silent()).params.error).toBe('login_required')
  })

  test('does so after its application has chosen another algorithm', async () => {
    const someone = await someoneFromBefore()
    await changeApplication(server, someone.application.id, { id_token_alg: 'ES256' })
    expect((await someone.silent()).params.code).toEqual(expect.any(String))
    expect((await someone.logout()).location?.href).toBe(BACK)
  })

  test('shows nothing once the key is deleted: a sign-in is asked for, and the person is asked before a logout', async () => {
    const someone = await someoneFromBefore()
    await server.db.execute(sql`delete from signing_keys where kid = ${someone.kid}`)
    expect((await someone.silent()).params.error).toBe('login_required')
    for (const client of [{}, { client_id: someone.application.id }]) {
      const reply = await someone.logout(client)
      expect([reply.status, reply.location?.pathname]).toEqual([303, '/signout'])
    }
  })
})
