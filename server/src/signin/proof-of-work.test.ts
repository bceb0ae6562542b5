import { requestRequestPassword, signUp } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'
import { solve, workAsked } from '../../test/work.ts'

const server = useTestServer({ config: { mode: 'production' } })
const ASKED = { status: 428, msg: 'There are unusually many requests. This one needs a proof of work.' }

let count = 0
const anEmail = () => `work${++count}@example.com`
const aForm = (email = anEmail()) => ({
  firstName: 'Nila',
  lastName: 'Menon',
  email,
  phoneNumber: '9876543210',
  password: PASSWORD,
})

const register = (email: string, work?: object, ip = anAddress()) =>
  server.visitor({ ip }).call(signUp, { ...aForm(email), ...(work && { work }) } as never)
const reset = (email: string, work?: object, ip = anAddress()) =>
  server.visitor({ ip }).call(requestRequestPassword, { email, ...(work && { work }) } as never)

/** As after that many requests of everybody. */
const rush = async (bucket: string) => {
  await (bucket.startsWith('resets') ? reset : register)(anEmail())
  await server.db.execute(sql`
    update throttles set count = 10000, blocked_until = now() + interval '10 minutes', window_ends_at = now() + interval '10 minutes'
    where bucket = ${bucket}`)
}

beforeEach(() => server.db.execute(sql`delete from throttles`))

test('in quiet times nobody is asked for work', async () => {
  for (let at = 0; at < 3; at++) expect((await register(anEmail())).status).toBe(200)
  expect((await reset(anEmail())).status).toBe(200)
})

describe('after unusually many registrations', () => {
  test('a call without work is refused with a challenge, and goes on with the work, once', async () => {
    await rush('sign-ups-many')
    const email = anEmail()
    const refused = await register(email)
    expect(refused).toMatchObject({ ...ASKED, data: { difficulty: 16, challenge: expect.any(String) } })
    expect(await server.inbox(email)).toEqual([])
    const work = solve(workAsked(refused))
    const answers = await Promise.all([1, 2, 3, 4].map(() => register(email.toUpperCase(), work)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 428, 428, 428])
    expect(await server.inbox(email)).toHaveLength(1)
  })

  test('work for something else, too late, too little or changed is not accepted', async () => {
    await rush('sign-ups-many')
    const email = anEmail()
    const challenge = workAsked(await register(email))
    const work = solve(challenge)
    const [bits, until, salt, proof] = work.challenge.split('.')
    const wrong: [string, string, object][] = [
      ['another address', anEmail(), work],
      ['an easier challenge', email, { ...work, challenge: `1.${until}.${salt}.${proof}` }],
      ['a longer time', email, { ...work, challenge: `${bits}.${Number(until) + 600}.${salt}.${proof}` }],
      ['no work', email, { ...work, nonce: work.nonce + 1 }],
      ['a made-up challenge', email, { challenge: `16.${until}.${salt}.${'A'.repeat(43)}`, nonce: 0 }],
      ['no challenge', email, { challenge: '', nonce: 0 }],
    ]
    for (const [what, to, sent] of wrong) expect((await register(to, sent)).status, what).toBe(428)
    await rush('resets-many')
    expect((await reset(email, work)).status, 'another purpose').toBe(428)
    // None of these has used it up.
    expect((await register(email, work)).status).toBe(200)
  })

  test('a flood raises the difficulty, and work for less is not enough', async () => {
    await rush('sign-ups-many')
    const email = anEmail()
    const work = solve(workAsked(await register(email)))
    await server.db.execute(
      sql`update throttles set blocked_until = now() + interval '10 minutes' where bucket = 'sign-ups-flood'`,
    )
    const harder = await register(email, work)
    expect(harder).toMatchObject({ ...ASKED, data: { difficulty: 18 } })
    expect((await register(email, solve(workAsked(harder)))).status).toBe(200)
  })

  test('the audit has one line for all callers', async () => {
    await register(anEmail())
    await server.db.execute(sql`update throttles set count = 59 where bucket = 'sign-ups-many'`)
    await register(anEmail())
    await register(anEmail())
    const { rows } = await server.db.execute(sql`
      select detail->>'limit' as limit from audit_events where event = 'signin.flooded' and detail->>'limit' = 'sign-ups-many'`)
    expect(rows).toHaveLength(1)
  })
})

test('an address whose registrations are refused again and again is asked for work, and others are not', async () => {
  const { email } = await aPerson(server)
  const ip = anAddress()
  const answers = []
  for (let at = 0; at < 4; at++) answers.push((await register(email, undefined, ip)).status)
  expect(answers).toEqual([400, 400, 400, 428])
  expect((await register(email)).status).toBe(400)
})

test('an address that asks for many reset links is asked for work, alike for known and unknown accounts', async () => {
  const { email } = await aPerson(server)
  for (const target of [email, anEmail()]) {
    const ip = anAddress()
    for (let at = 0; at < 5; at++) await reset(anEmail(), undefined, ip)
    const refused = await reset(target, undefined, ip)
    expect(refused).toMatchObject({ ...ASKED, data: { difficulty: 16 } })
    expect((await reset(target, solve(workAsked(refused)), ip)).status).toBe(200)
  }
  expect(await server.inbox(email)).toHaveLength(1)
})
