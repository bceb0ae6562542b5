import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { getApplicationDetails, getClientdetails } from '@gatehouse/contract/lookup.ts'
import { createFirstAdministrator, setUpLinkState } from '@gatehouse/contract/setup.ts'
import * as signin from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { beforeEach, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn } from '../../test/builders.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'

const server = useTestServer({ config: { mode: 'production' } })
beforeEach(() => server.db.execute(sql`truncate throttles`))

type Victim = { email: string }
type Storm = {
  input: (victim: Victim) => object
  /** How many of the attempts are processed at all, from ten addresses. */
  atMost: number
  /** More than a thousand when only the general limit applies, which is wider. */
  tries?: number
}

const WRONG = 'Wrong#Password1'
const ADDRESSES = 10
const aForm = ({ email }: Victim) => ({
  ...{ firstName: 'Devi', lastName: 'Pillai', email: `not.${email}`, phoneNumber: '8000000001', password: PASSWORD },
})
const GENERAL: Storm = { input: () => ({}), atMost: 1200, tries: 1300 }

/** Every public call, by path, with a wrong attempt and how many of these are processed. */
const STORMS: Record<string, Storm> = {
  [signin.login.path]: { input: ({ email }) => ({ email, password: WRONG }), atMost: 20 },
  [signin.ssoLogIn.path]: {
    input: ({ email }) => ({ email, password: WRONG, redirectUrl: 'https://app.example.com' }),
    atMost: 20,
  },
  [signin.consumeLogInOtpEmail.path]: { input: ({ email }) => ({ email, otp: '123456' }), atMost: 10 },
  [signin.requestLogInOtp.path]: { input: ({ email }) => ({ email }), atMost: 5 },
  [signin.resendLogInOtp.path]: { input: () => ({}), atMost: 60 * ADDRESSES },
  [signin.codeDelivery.path]: { input: () => ({}), atMost: 300 * ADDRESSES, tries: 3100 },
  [signin.signUp.path]: { input: aForm, atMost: 5 },
  [signin.consumeRequestEmailOtp.path]: { input: ({ email }) => ({ email, otp: '123456' }), atMost: 10 },
  [signin.resendEmailOtp.path]: { input: ({ email }) => ({ email }), atMost: 5 },
  [signin.requestRequestPassword.path]: { input: ({ email }) => ({ email }), atMost: 3 },
  [signin.consumeRequestRequestPassword.path]: {
    input: () => ({ uuid: crypto.randomUUID(), newPassword: PASSWORD }),
    atMost: 20 * ADDRESSES,
  },
  [createFirstAdministrator.path]: {
    input: (victim) => ({ ...aForm(victim), token: 'made-up-token-that-is-long-enough' }),
    atMost: 20 * ADDRESSES,
  },
  [setUpLinkState.path]: { input: () => ({ token: 'made-up-token-that-is-long-enough' }), atMost: 20 * ADDRESSES },
  [getApplicationDetails.path]: { input: () => ({ name: 'Nothing' }), atMost: 30 * ADDRESSES },
  [getClientdetails.path]: { input: () => ({ name: 'Nothing' }), atMost: 30 * ADDRESSES },
}

const isPublic = ({ access }: Endpoint) => access === 'public'

async function storm(endpoint: Endpoint, { input, tries = 1000 }: Storm, victim: Victim, from: string[]) {
  const visitors = from.map((ip) => server.visitor({ web: false, ip }))
  let answered = 0
  for (let done = 0; done < tries; done += 50) {
    const statuses = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const visitor = visitors[(done + index) % visitors.length] as Visitor
        return (await visitor.call(endpoint, input(victim))).status
      }),
    )
    // What is asked for a proof of work has not been processed either.
    answered += statuses.filter((status) => status !== 429 && status !== 428).length
  }
  return answered
}

async function throttledLines() {
  const { rows } = await server.db.execute<{ limit: string; ip: string }>(sql`
    select detail->>'limit' as limit, ip from audit_events where event in ('signin.throttled', 'access.throttled')
    order by number`)
  return rows
}

test.each(ENDPOINTS.filter(isPublic).map((endpoint) => [endpoint.path, endpoint] as const))(
  'a thousand wrong attempts at %s are stopped, leave an audit line, and do not lock the owner out (T075)',
  async (path, endpoint) => {
    const isByCode = path === signin.requestLogInOtp.path
    const { email } = await aPerson(server, { codeOnly: isByCode })
    const what = STORMS[path] ?? GENERAL
    const office = Array.from({ length: what === GENERAL ? 1 : ADDRESSES }, anAddress)
    // At an address of the storm; when only the general limit applies, it stops everybody at that address for a minute.
    const owner = server.visitor({ ip: what === GENERAL ? anAddress() : (office[0] as string) })
    await signIn(server, owner, email)
    const before = (await throttledLines()).length

    const answered = await storm(endpoint, what, { email }, office)
    expect(answered).toBeGreaterThan(0)
    expect(answered).toBeLessThanOrEqual(what.atMost)

    const lines = (await throttledLines()).slice(before)
    expect(lines.length).toBeGreaterThan(0)
    // One line for each limit, and none for each refusal.
    expect(lines.length).toBeLessThanOrEqual(2 * ADDRESSES + 1)

    if (isByCode) expect(await owner.call(signin.requestLogInOtp, { email })).toMatchObject({ status: 200 })
    await signIn(server, owner, email)
  },
)
