import { users } from '@gatehouse/contract/admin/people/users.ts'
import { listTiles } from '@gatehouse/contract/launch.ts'
import { DestroySession, getSession } from '@gatehouse/contract/session.ts'
import { changePassword, login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import {
  anAddress,
  aPerson,
  launch,
  PASSWORD,
  signIn,
  someoneSignedIn,
  someoneWithAccess,
} from '../../test/builders.ts'
import { type Answer, useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer()

const OVER = { status: 401, code: 401, msg: 'Your session has ended. Sign in again.', data: null }
const COOKIE = '__Host-eai_sid'

const aProgram = () => server.visitor({ web: false, ip: anAddress() })

/** A person signed in with a program, and the program's token. */
async function aTokenHolder() {
  const person = await aPerson(server)
  const program = aProgram()
  const { AutherisationToken: token } = await signIn(server, program, person.email)
  return { person, program, token }
}

async function csrfTokenOf(visitor: Visitor) {
  return (await visitor.call(getSession)).data.session?.csrfToken as string
}

describe('a bearer token', () => {
  test.each<[form: string, write: (token: string) => string]>([
    ['bare, as the contract has it', (token) => token],
    ['after Bearer', (token) => `Bearer ${token}`],
  ])('is accepted %s', async (_form, write) => {
    const { person, program, token } = await aTokenHolder()
    const { data } = await program.call(getSession, {}, { authorization: write(token) })
    expect(data.session?.user.email).toBe(person.email)
  })

  test.each<[form: string, write: (token: string) => string]>([
    ['empty', () => ''],
    ['a bare scheme', () => 'Bearer '],
    ['cut short', (token) => token.slice(0, -1)],
    ['one character longer', (token) => `${token}A`],
    ['padded', (token) => `${token}=`],
    ['in capitals', (token) => token.toUpperCase()],
    ['without its prefix', (token) => token.replace('eat_', '')],
    ['with the scheme twice (T021)', (token) => `Bearer Bearer ${token}`],
    ['with another scheme', (token) => `Basic ${token}`],
    ['twice', (token) => `${token}, ${token}`],
    ['with a space behind', (token) => `${token} `],
    ['with a NUL behind', (token) => `${token}\u0000`],
    ['with a line break behind', (token) => `${token}\n`],
    ['a megabyte long', (token) => token.padEnd(1_000_000, 'A')],
    ['a JWT that is not signed', () => 'eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.'],
    ['SQL', () => "' or true --"],
  ])('is refused %s', async (_form, write) => {
    const { program, token } = await aTokenHolder()
    expect(await program.call(listTiles, {}, { authorization: write(token) })).toMatchObject(OVER)
  })

  test('is not the value of a browser’s cookie, nor the reverse (T004)', async () => {
    const { visitor } = await someoneSignedIn(server)
    const authorization = visitor.cookies[COOKIE] as string
    expect(await aProgram().call(listTiles, {}, { authorization })).toMatchObject(OVER)
    const { program, token } = await aTokenHolder()
    program.cookies[COOKIE] = token
    expect(await program.call(listTiles)).toMatchObject(OVER)
  })

  test('is none of the other secrets that the portal issues', async () => {
    const access = await someoneWithAccess(server)
    const { visitor, person } = access
    const { oAuthToken } = (await launch(access)).data
    const { data } = await aProgram().call(login, { email: person.email, password: PASSWORD })
    const { rows } = await server.db.execute<{ id: string }>(sql`select id from sessions where user_id = ${person.id}`)
    const others = [
      oAuthToken,
      data.loginTxn,
      rows[0]?.id,
      await csrfTokenOf(visitor),
      visitor.cookies['__Host-eai_dev'],
    ]
    for (const authorization of others as string[]) {
      expect(await aProgram().call(listTiles, {}, { authorization })).toMatchObject(OVER)
    }
  })

  test('takes precedence over a cookie: a request never acts for two people', async () => {
    const { visitor } = await someoneSignedIn(server)
    const { person, token } = await aTokenHolder()
    const { data } = await visitor.call(getSession, {}, { authorization: token })
    expect(data.session?.user.email).toBe(person.email)
    expect(await visitor.call(listTiles, {}, { authorization: 'eat_of-nobody-at-all-whatsoever' })).toMatchObject(OVER)
  })

  test('needs no CSRF token', async () => {
    const { program, token } = await aTokenHolder()
    expect(await program.call(DestroySession, {}, { authorization: token })).toMatchObject({ status: 200 })
    expect(await program.call(listTiles, {}, { authorization: token })).toMatchObject(OVER)
  })
})

describe('a change with a cookie needs a proof that our own page made it', () => {
  const CHANGE = { oldPassword: PASSWORD, newPassword: 'Heron#Meadow58*Oar' }
  const OWN = { origin: 'http://localhost:3000' }
  type Headers = Record<string, string>

  /** A request that a browser sends with the person's cookies, from a page of any site. */
  async function aForgery(headers: (csrf: string, person: { email: string }) => Headers | Promise<Headers>) {
    const { person, visitor } = await someoneSignedIn(server)
    const sent = await headers(await csrfTokenOf(visitor), person)
    const forged = aProgram()
    Object.assign(forged.cookies, visitor.cookies)
    return { person, visitor, forged, sent }
  }

  test.each<[how: string, headers: (csrf: string, person: { email: string }) => Headers | Promise<Headers>]>([
    ['no token', () => OWN],
    ['an empty token', () => ({ ...OWN, 'x-csrf-token': '' })],
    ['a token cut short', (csrf) => ({ ...OWN, 'x-csrf-token': csrf.slice(0, -1) })],
    [
      'the token of another person',
      async () => {
        const { visitor } = await someoneSignedIn(server)
        return { ...OWN, 'x-csrf-token': await csrfTokenOf(visitor) }
      },
    ],
    [
      'the token of another session of the same person (T007)',
      async (_csrf, { email }) => {
        const visitor = server.visitor({ ip: anAddress() })
        await signIn(server, visitor, email)
        return { ...OWN, 'x-csrf-token': await csrfTokenOf(visitor) }
      },
    ],
    ['a foreign Origin', (csrf) => ({ origin: 'https://evil.example', 'x-csrf-token': csrf })],
    [
      'an Origin that begins like ours',
      (csrf) => ({ origin: 'http://localhost:3000.evil.example', 'x-csrf-token': csrf }),
    ],
    ['our Origin by another scheme', (csrf) => ({ origin: 'https://localhost:3000', 'x-csrf-token': csrf })],
    ['our Origin at another port', (csrf) => ({ origin: 'http://localhost:3001', 'x-csrf-token': csrf })],
    ['the Origin null', (csrf) => ({ origin: 'null', 'x-csrf-token': csrf })],
    ['Sec-Fetch-Site cross-site', (csrf) => ({ 'sec-fetch-site': 'cross-site', 'x-csrf-token': csrf })],
    ['Sec-Fetch-Site same-site', (csrf) => ({ 'sec-fetch-site': 'same-site', 'x-csrf-token': csrf })],
    ['Sec-Fetch-Site none', (csrf) => ({ 'sec-fetch-site': 'none', 'x-csrf-token': csrf })],
    ['no sign of a browser', (csrf) => ({ 'x-csrf-token': csrf })],
  ])('and is refused with %s (T006)', async (_how, headers) => {
    const { person, visitor, forged, sent } = await aForgery(headers)
    for (const [endpoint, input] of [
      [changePassword, CHANGE],
      [DestroySession, {}],
    ] as const) {
      expect(await forged.call(endpoint, input, sent)).toMatchObject({ status: 403, code: 403, data: null })
    }
    expect(await visitor.call(listTiles)).toMatchObject({ status: 200 })
    const again = server.visitor({ ip: anAddress() })
    expect(await again.call(login, { email: person.email, password: PASSWORD })).toMatchObject({ status: 200 })
  })

  test.each<[how: string, headers: (csrf: string) => Headers]>([
    ['its Origin', (csrf) => ({ ...OWN, 'x-csrf-token': csrf })],
    ['Sec-Fetch-Site same-origin', (csrf) => ({ 'sec-fetch-site': 'same-origin', 'x-csrf-token': csrf })],
  ])('and is accepted with the token and %s', async (_how, headers) => {
    const { forged, sent } = await aForgery(headers)
    expect(await forged.call(changePassword, CHANGE, sent)).toMatchObject({ status: 200 })
  })

  test.each(['application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'text/plain'])(
    'and a form of another site is refused, as %s',
    async (type) => {
      const { visitor } = await someoneSignedIn(server)
      const answer = await server.app.inject({
        method: 'POST',
        url: DestroySession.path,
        payload: 'a=b',
        headers: {
          host: 'localhost:3000',
          origin: 'https://evil.example',
          'content-type': type,
          cookie: `${COOKIE}=${visitor.cookies[COOKIE]}`,
        },
      })
      expect(answer.statusCode).toBe(403)
      expect(await visitor.call(listTiles)).toMatchObject({ status: 200 })
    },
  )
})

test('of hundreds of requests at once, each is answered for its own person', async () => {
  const people = await Promise.all(Array.from({ length: 4 }, () => someoneSignedIn(server)))
  const nobody = aProgram()
  const asked = Array.from({ length: 240 }, async (_, index) => {
    const { person, visitor } = people[index % 4] as (typeof people)[number]
    const other = people[(index + 1) % 4]?.person.id
    const answers = [
      () => visitor.call(getSession),
      () => visitor.call(users.list, { userId: person.id }),
      () => visitor.call(users.list, { userId: other }),
      () => nobody.call(users.list, { userId: person.id }),
    ]
    const { status, data } = await (answers[Math.floor(index / 4) % 4] as () => Promise<Answer<unknown>>)()
    return { person, status, text: JSON.stringify(data) }
  })
  for (const { person, status, text } of await Promise.all(asked)) {
    const foreign = people.filter(({ person: { id } }) => id !== person.id)
    expect(foreign.filter(({ person: { id, email } }) => text.includes(id) || text.includes(email))).toEqual([])
    if (status === 200) expect(text).toContain(person.email)
    else expect(text).toBe('null')
  }
})

test('a page of another site cannot sign a person in', async () => {
  const { email } = await aPerson(server)
  const visitor = server.visitor({ ip: anAddress() })
  const answer = await visitor.call(login, { email, password: PASSWORD }, { origin: 'https://evil.example' })
  expect(answer).toMatchObject({ status: 403 })
  expect(visitor.cookies).toEqual({})
  expect(await server.inbox(email)).toEqual([])
})

test('the cookie of an ended session does not open it again (T017)', async () => {
  const { visitor } = await someoneSignedIn(server)
  const secret = visitor.cookies[COOKIE] as string
  expect(await visitor.call(DestroySession)).toMatchObject({ status: 200 })
  expect(visitor.cookies[COOKIE]).toBeUndefined()
  visitor.cookies[COOKIE] = secret
  expect(await visitor.call(listTiles)).toMatchObject(OVER)
})
