import { consumeLogInOtpEmail, login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn } from '../../test/builders.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { COOKIES } from '../http/cookies.ts'

const server = useTestServer()

/** A person who has signed in in this browser before. The session cookie was deleted with the window. */
async function aKnownBrowser() {
  const person = await aPerson(server)
  const visitor = server.visitor({ ip: anAddress() })
  await signIn(server, visitor, person.email)
  const device = visitor.cookies[COOKIES.device] as string
  return { person, visitor, device }
}

/** The same browser in another window. */
function another(device: string): Visitor {
  const visitor = server.visitor({ ip: anAddress() })
  visitor.cookies[COOKIES.device] = device
  return visitor
}

async function sessionsOf(userId: string) {
  const { rows } = await server.db.execute<{ isOpen: boolean; reason: string | null; noted: number }>(sql`
    select ended_at is null as "isOpen", end_reason as reason,
      (select count(*)::int from audit_events a where a.session_id = s.id and a.event = 'session.ended') as noted
    from sessions s where user_id = ${userId} order by created_at, id`)
  return rows
}

const OPEN = { isOpen: true, reason: null, noted: 0 }

describe('a sign-in in a known browser', () => {
  test('opens a session with one audit line, and sends no notice of a new browser', async () => {
    const { person, device } = await aKnownBrowser()
    const { userData } = await signIn(server, another(device), person.email)
    expect(userData).toMatchObject({ _id: person.id })
    expect(await sessionsOf(person.id)).toEqual([OPEN, OPEN])
    const { rows } = await server.db.execute(sql`
      select from audit_events where event = 'signin.completed' and actor_id = ${person.id} and session_id is not null`)
    expect(rows).toHaveLength(2)
    const { rows: notices } = await server.db.execute(sql`
      select from messages where user_id = ${person.id} and notice = 'new-device'`)
    expect(notices).toEqual([])
  })

  test('ends the oldest of eleven sessions, with an audit line (T020)', async () => {
    const { person, device } = await aKnownBrowser()
    await server.db.execute(sql`
      insert into sessions (id, secret_hash, kind, user_id, role_id, ip, user_agent, amr, idle_seconds, expires_at)
      select gen_random_uuid(), sha256(n::text::bytea), kind, user_id, role_id, ip, user_agent, amr, idle_seconds, expires_at
      from sessions, generate_series(1, 9) n where user_id = ${person.id}`)
    await signIn(server, another(device), person.email)
    const [oldest, ...others] = await sessionsOf(person.id)
    expect(oldest).toEqual({ isOpen: false, reason: 'too-many-sessions', noted: 1 })
    expect(others).toEqual(Array.from({ length: 10 }, () => OPEN))
  })

  test('never leaves eleven sessions, even with two at the same moment', async () => {
    const { person, device } = await aKnownBrowser()
    await server.db.execute(sql`
      insert into sessions (id, secret_hash, kind, user_id, role_id, ip, user_agent, amr, idle_seconds, expires_at)
      select gen_random_uuid(), sha256(('other' || n)::bytea), kind, user_id, role_id, ip, user_agent, amr, idle_seconds, expires_at
      from sessions, generate_series(1, 8) n where user_id = ${person.id}`)
    const windows = [another(device), another(device)]
    const codes: string[] = []
    for (const one of windows) {
      await one.call(login, { email: person.email, password: PASSWORD })
      codes.push(await server.codeFor(person.email))
    }
    const answers = await Promise.all(
      windows.map((one, index) => one.call(consumeLogInOtpEmail, { email: person.email, otp: codes[index] as string })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect((await sessionsOf(person.id)).filter(({ isOpen }) => isOpen)).toHaveLength(10)
  })

  test('ends the session of another person in that browser', async () => {
    const { person, visitor, device } = await aKnownBrowser()
    const other = await aPerson(server)
    await signIn(server, visitor, other.email)
    visitor.cookies[COOKIES.device] = device
    await signIn(server, visitor, person.email)
    expect(await sessionsOf(other.id)).toEqual([{ isOpen: false, reason: 'replaced', noted: 1 }])
  })

  test('is refused if a password is set while the session is being opened', async () => {
    const { person, device } = await aKnownBrowser()
    const visitor = another(device)
    await visitor.call(login, { email: person.email, password: PASSWORD })
    const otp = await server.codeFor(person.email)
    const client = await server.db.pool.connect()
    await client.query('begin')
    await client.query('select 1 from users where id = $1 for update', [person.id])
    const signingIn = visitor.call(consumeLogInOtpEmail, { email: person.email, otp })
    const spent = sql`select 1 from challenges where user_id = ${person.id} and spent_at is not null`
    await expect.poll(async () => (await server.db.execute(spent)).rows).toHaveLength(2)
    await client.query("update users set password_hash = 'another' where id = $1", [person.id])
    await client.query('commit')
    client.release()
    expect(await signingIn).toMatchObject({ status: 400, msg: 'Invalid OTP' })
    expect(await sessionsOf(person.id)).toEqual([OPEN])
  })
})
