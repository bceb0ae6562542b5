import { getSession } from '@gatehouse/contract/session.ts'
import { consumeLogInOtpEmail, login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn, someoneHalfway } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

const aBrowser = () => server.visitor({ ip: anAddress() })
const aProgram = (ip = anAddress()) => server.visitor({ web: false, ip })

describe('the session cookie', () => {
  const sessionCookie = (headers: Record<string, unknown>) =>
    [headers['set-cookie']].flat().find((cookie) => String(cookie).startsWith('__Host-eai_sid=')) as string

  async function cookieAfter(person: { isAdmin?: boolean }, rememberMe?: boolean) {
    const { email } = await aPerson(server, person)
    const visitor = aBrowser()
    await visitor.call(login, { email, password: PASSWORD, ...(rememberMe === undefined ? {} : { rememberMe }) })
    const { headers } = await visitor.call(consumeLogInOtpEmail, { email, otp: await server.codeFor(email) })
    return sessionCookie(headers)
  }

  test('is bound to this host, hidden from scripts and deleted with the browser window (T001)', async () => {
    expect(await cookieAfter({})).toMatch(
      /^__Host-eai_sid=[\w-]{43}; Path=\/; HttpOnly; Secure; Priority=High; SameSite=Lax$/,
    )
  })

  test('lasts thirty days with "remember me"', async () => {
    const thirtyDays =
      /^__Host-eai_sid=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; Priority=High; SameSite=Lax$/
    expect(await cookieAfter({}, true)).toMatch(thirtyDays)
    expect(await cookieAfter({}, false)).not.toContain('Max-Age')
  })

  test('is never remembered for administrators', async () => {
    expect(await cookieAfter({ isAdmin: true }, true)).not.toContain('Max-Age')
  })

  test('gets a new value at each sign-in, even if one was planted before (T010)', async () => {
    const { email } = await aPerson(server)
    const visitor = aBrowser()
    const planted = 'p'.repeat(43)
    visitor.cookies['__Host-eai_sid'] = planted
    await signIn(server, visitor, email)
    const first = visitor.cookies['__Host-eai_sid']
    await signIn(server, visitor, email)
    const second = visitor.cookies['__Host-eai_sid']
    expect(new Set([planted, first, second]).size).toBe(3)
    const thief = aBrowser()
    thief.cookies['__Host-eai_sid'] = planted
    expect((await thief.call(getSession)).data.session).toBeNull()
  })

  test('contains the secret of the session, and the answer does not (T004)', async () => {
    const { email } = await aPerson(server)
    const { AutherisationToken: token } = await signIn(server, aBrowser(), email)
    const { data } = await aProgram().call(getSession, {}, { authorization: token })
    expect(data.session).toBeNull()
  })

  test('is stored only as a hash, like bearer tokens and binding secrets (T002)', async () => {
    const { visitor, person, input } = await someoneHalfway(server)
    const binding = visitor.cookies['__Host-eai_lt']
    await visitor.call(consumeLogInOtpEmail, input)
    const { AutherisationToken: token } = await signIn(server, aProgram(), person.email)
    const { rows: tables } = await server.db.execute<{ name: string }>(sql`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`)
    expect(tables.length).toBeGreaterThan(10)
    for (const secret of [visitor.cookies['__Host-eai_sid'], binding, token] as string[]) {
      const forms = [secret, Buffer.from(secret).toString('hex'), Buffer.from(secret, 'base64url').toString('hex')]
      for (const { name } of tables) {
        // A row as text shows its bytes in hexadecimal.
        const { rows } = await server.db.pool.query(`select 1 from ${name} t where t::text like any($1)`, [
          forms.map((form) => `%${form}%`),
        ])
        expect(rows, name).toEqual([])
      }
    }
  })
})
