import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { WEB_CLIENT_HEADER } from '@gatehouse/contract/envelope.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import { COOKIES } from '@gatehouse/server/src/http/cookies.ts'
import sql from 'sql-template-tag'
import { type Call, call, send } from './caller.ts'
import type { Application, Person } from './subjects.ts'

export type Tokens = { access_token: string; refresh_token: string }

/** A browser with its cookies and its own address. */
export type Browser = (path: string, what?: Call) => Promise<Awaited<ReturnType<typeof send>>>

let addresses = 0
/** For each person, the second and later sign-ins are from a known browser, so no notice of a new browser is sent. */
const deviceCookies = new Map<string, string>()

/** A whole sign-in: password, code from the message, authorization request, exchange of its code. */
export async function signInByCode(origin: string, db: Db, person: Person, application: Application): Promise<Tokens> {
  return getTokens(origin, await signIn(origin, db, person), application)
}

/** Does both steps; returns the browser with the session. */
export async function signIn(origin: string, db: Db, person: Person): Promise<Browser> {
  const browse = makeBrowser(origin, person.email)
  await enterPassword(browse, person)
  await enterCode(browse, person, await takeCode(db, person.email))
  return browse
}

export const enterPassword = (browse: Browser, { email, password }: Person) =>
  expectOk(browse('/api/users/login', { body: { email, password } }))

export const enterCode = (browse: Browser, { email }: Person, otp: string) =>
  expectOk(browse('/api/users/consumeLogInOtpEmail', { body: { email, otp } }))

export async function getTokens(origin: string, browse: Browser, application: Application): Promise<Tokens> {
  return exchange(origin, application, await authorize(origin, browse, application))
}

/** A code of the authorization endpoint, with its PKCE verifier. */
export type Authorized = { code: string; verifier: string }

export async function authorize(origin: string, browse: Browser, application: Application): Promise<Authorized> {
  const verifier = randomBytes(32).toString('base64url')
  const asked = new URLSearchParams({
    client_id: application.id,
    redirect_uri: application.redirectUri,
    response_type: 'code',
    scope: 'openid profile email access',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  })
  const { headers } = await browse(`/oauth2/authorize?${asked}`)
  const code = URL.parse(headers.location ?? '', origin)?.searchParams.get('code')
  if (!code) throw new Error(`no code: ${headers.location}`)
  return { code, verifier }
}

export const exchange = (origin: string, application: Application, { code, verifier }: Authorized) =>
  call<Tokens>(origin, '/oauth2/token', {
    headers: basic(application),
    form: {
      ...{ grant_type: 'authorization_code', code, code_verifier: verifier },
      redirect_uri: application.redirectUri,
    },
  })

export const basic = ({ id, secret }: Pick<Application, 'id' | 'secret'>) => ({
  authorization: `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`,
})

export function makeBrowser(origin: string, email: string): Browser {
  const from = `198.18.${Math.floor(addresses / 250) % 250}.${addresses++ % 250}`
  const known = deviceCookies.get(email)
  const cookies = new Map<string, string>(known === undefined ? [] : [[COOKIES.device, known]])
  return async (path, what = {}) => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    // Browsers send no Origin when a person navigates to a page.
    const ofCall = what.body === undefined ? {} : { [WEB_CLIENT_HEADER]: 'web', origin }
    const own = { ...what.headers, 'x-forwarded-for': from, ...ofCall, ...(cookie === '' ? {} : { cookie }) }
    const answer = await send(origin, path, { ...what, headers: own })
    for (const line of answer.headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? []
      cookies.set(name, value)
      if (name === COOKIES.device) deviceCookies.set(email, value)
    }
    return answer
  }
}

/** Read from the database, because reading it through the server would be measured too. */
export async function takeCode(db: Db, email: string): Promise<string> {
  for (let looks = 0; looks < 500; looks++) {
    const { rows } = await db.execute<{ text: string }>(sql`delete from inbox where "to" = ${email} returning text`)
    const [code] = rows.flatMap(({ text }) => /\b\d{6}\b/.exec(text) ?? [])
    if (code !== undefined) return code
    // The answer does not wait until the code is sent.
    await sleep(5)
  }
  throw new Error(`no code for ${email}`)
}

async function expectOk(answer: ReturnType<Browser>) {
  const { status, text } = await answer
  if (status !== 200) throw new Error(`answered ${status}: ${text.slice(0, 200)}`)
}
