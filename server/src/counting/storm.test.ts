import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { getApplicationDetails, getClientdetails } from '@gatehouse/contract/lookup.ts'
import { getSession } from '@gatehouse/contract/session.ts'
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
  /** How many of the attempts are processed at all. */
  atMost: number
  /** Ten, unless the limit is for each address: then fewer attempts reach it from fewer addresses. */
  addresses?: number
  tries?: number
}

const WRONG = 'Wrong#Password1'
const ADDRESSES = 10
const FEW = 2
const aForm = ({ email }: Victim) => ({
  ...{ firstName: 'Devi', lastName: 'Pillai', email: `not.${email}`, phoneNumber: '8000000001', password: PASSWORD },
})
/** Each address may make 1200 requests in all: at one call they are all made, at the others the last of them. */
const ALL_REQUESTS: Storm = { input: () => ({}), atMost: 1200, addresses: 1, tries: 1300 }
const LAST_REQUESTS: Storm = { input: () => ({}), atMost: 40, addresses: 1, tries: 100 }

/** Every public call, by path, with a wrong attempt and how many of these are processed. */
const STORMS: Record<string, Storm> = {
  [getSession.path]: ALL_REQUESTS,
  [signin.login.path]: { input: ({ email }) => ({ email, password: WRONG }), atMost: 20, tries: 1000 },
  [signin.ssoLogIn.path]: {
    input: ({ email }) => ({ email, password: WRONG, redirectUrl: 'https://app.example.com' }),
    atMost: 20,
  },
  [signin.consumeLogInOtpEmail.path]: { input: ({ email }) => ({ email, otp: '123456' }), atMost: 10 },
  [signin.requestLogInOtp.path]: { input: ({ email }) => ({ email }), atMost: 5 },
  [signin.resendLogInOtp.path]: { input: () => ({}), atMost: 60 * FEW, addresses: FEW },
  [signin.codeDelivery.path]: { input: () => ({}), atMost: 300 * FEW, addresses: FEW, tries: 700 },
  [signin.signUp.path]: { input: aForm, atMost: 5 },
  [signin.consumeRequestEmailOtp.path]: { input: ({ email }) => ({ email, otp: '123456' }), atMost: 10 },
  [signin.resendEmailOtp.path]: { input: ({ email }) => ({ email }), atMost: 5 },
  [signin.requestRequestPassword.path]: { input: ({ email }) => ({ email }), atMost: 3 },
  [signin.consumeRequestRequestPassword.path]: {
    input: () => ({ uuid: crypto.randomUUID(), newPassword: PASSWORD }),
    atMost: 20 * FEW,
    addresses: FEW,
  },
  [createFirstAdministrator.path]: {
    input: (victim) => ({ ...aForm(victim), token: 'made-up-token-that-is-long-enough' }),
    atMost: 20 * FEW,
    addresses: FEW,
  },
  [setUpLinkState.path]: {
    input: () => ({ token: 'made-up-token-that-is-long-enough' }),
    atMost: 20 * FEW,
    addresses: FEW,
  },
  [getApplicationDetails.path]: { input: () => ({ name: 'Nothing' }), atMost: 30 * FEW, addresses: FEW },
  [getClientdetails.path]: { input: () => ({ name: 'Nothing' }), atMost: 30 * FEW, addresses: FEW },
}

const isPublic = ({ access }: Endpoint) => access === 'public'

async function storm(endpoint: Endpoint, { input, tries = 300 }: Storm, victim: Victim, from: string[]) {
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

/** This call is counted as a request of its address, in a block of twenty; nearly all of its requests are made then. */
async function fillUp(endpoint: Endpoint, ip: string) {
  await server.db.execute(sql`truncate throttles`)
  await server.visitor({ web: false, ip }).call(endpoint)
  const { rows } = await server.db.execute(sql`
    update throttles set count = 1180 where bucket = 'any-requests' and count = 20 returning 1`)
  expect(rows).toHaveLength(1)
}

async function throttledLines() {
  const { rows } = await server.db.execute<{ limit: string; ip: string }>(sql`
    select detail->>'limit' as limit, ip from audit_events where event in ('signin.throttled', 'access.throttled')
    order by number`)
  return rows
}

test.each(ENDPOINTS.filter(isPublic).map((endpoint) => [endpoint.path, endpoint] as const))(
  'hundreds of wrong attempts at %s are stopped, leave an audit line, and do not lock the owner out (T075)',
  async (path, endpoint) => {
    const isByCode = path === signin.requestLogInOtp.path
    const { email } = await aPerson(server, { codeOnly: isByCode })
    const what = STORMS[path] ?? LAST_REQUESTS
    const office = Array.from({ length: what.addresses ?? ADDRESSES }, anAddress)
    // At an address of the storm; when only the general limit applies, it stops everybody at that address for a minute.
    const owner = server.visitor({ ip: what.addresses === 1 ? anAddress() : (office[0] as string) })
    await signIn(server, owner, email)
    const before = (await throttledLines()).length

    if (what === LAST_REQUESTS) await fillUp(endpoint, office[0] as string)
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
