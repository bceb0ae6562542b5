import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { detachClient } from '@gatehouse/contract/admin/people/users.ts'
import { listTiles } from '@gatehouse/contract/launch.ts'
import { DestroySession } from '@gatehouse/contract/session.ts'
import { changePassword } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { WEB_DIST } from '../src/http/web-build.ts'
import { aPerson, PASSWORD } from './builders.ts'
import {
  aRoamingBrowser,
  beginSignIn,
  finishSignIn,
  type Member,
  signInAcross,
  someoneIn,
  twoServers,
} from './cluster.ts'
import { authorize, basic, browse, getTokens, introspect, redeemCode, send, userinfo } from './relying-party.ts'

// Two servers on one database; one is killed with SIGKILL at the worst moment, and the other one continues.

const servers = twoServers()

test.runIf(existsSync(WEB_DIST))('the files of the web app are kept for servers of another release', async () => {
  const built = readdirSync(join(WEB_DIST, 'assets')).filter((name) => !/\.(br|gz)$/.test(name))
  const kept = async () => {
    const { rows } = await servers.cluster.db.execute<{ name: string }>(sql`select name from web_assets`)
    return rows.map(({ name }) => name).toSorted()
  }
  await expect.poll(kept).toEqual(built.toSorted())
})

type Someone = Awaited<ReturnType<typeof someoneIn>>

/** Kills the first server at once; a new one takes its place for the next test. */
async function killFirst(): Promise<Member> {
  const [first, second] = servers.members
  first.kill('SIGKILL')
  await first.exit
  servers.members = [await servers.cluster.start(), second]
  return second
}

async function someoneSignedInAcross(): Promise<Someone> {
  const someone = await someoneIn(servers.cluster)
  // All these people have one IP address.
  await servers.cluster.db.pool.query('truncate throttles')
  await signInAcross(someone.browser, someone.person.email, servers.members[0], servers.members[1])
  return someone
}

const crowd = (size: number) =>
  Array.from({ length: size }).reduce<Promise<Someone[]>>(
    async (before) => [...(await before), await someoneSignedInAcross()],
    Promise.resolve([]),
  )

const refresh = (member: Member, { application }: Someone, token: string) =>
  send(member, '/oauth2/token', {
    headers: basic(application),
    form: { grant_type: 'refresh_token', refresh_token: token },
  })

describe('a flow begun at a server that is killed is finished at the other:', () => {
  test('a sign-in, killed between the password and the code', async () => {
    const { browser, person, application } = await someoneIn(servers.cluster)
    const [first] = servers.members
    const { reply, verifier } = await authorize(first, browser, application)
    expect(reply.location?.pathname).toBe('/login')
    const code = await beginSignIn(browser, person.email, first)
    const second = await killFirst()
    await finishSignIn(browser, person.email, code, second)
    const resumed = await browse(second, browser, reply.params.returnTo as string)
    const answer = await redeemCode(second, application, resumed.params.code as string, verifier)
    expect(answer.status).toBe(200)
    expect((await userinfo(second, answer.json().access_token)).json()).toMatchObject({ sub: person.id })
  })

  test('an authorization request that waits for a sign-in', async () => {
    const { browser, person, application } = await someoneIn(servers.cluster)
    const { reply } = await authorize(servers.members[0], browser, application)
    const second = await killFirst()
    await signInAcross(browser, person.email, second)
    expect((await browse(second, browser, reply.params.returnTo as string)).params.code).toBeDefined()
  })

  test('an issued code, which can still be redeemed only once', async () => {
    const { browser, application } = await someoneSignedInAcross()
    const { reply, verifier } = await authorize(servers.members[0], browser, application)
    const second = await killFirst()
    const redeem = () => redeemCode(second, application, reply.params.code as string, verifier)
    const tokens = await redeem()
    expect([tokens.status, (await redeem()).json().error]).toEqual([200, 'invalid_grant'])
  })
})

describe('a kill in the middle of', () => {
  test('redeeming codes never lets one work twice', async () => {
    const people = await crowd(10)
    const [first] = servers.members
    const begun = await Promise.all(
      people.map(async (one) => ({ one, ...(await authorize(first, one.browser, one.application)) })),
    )
    const redeem = (member: Member, { one, reply, verifier }: (typeof begun)[number]) =>
      redeemCode(member, one.application, reply.params.code as string, verifier).catch(() => null)
    const attempts = begun.map((each) => redeem(first, each))
    // As soon as one is answered; the others are at any stage.
    await Promise.race(attempts)
    const second = await killFirst()
    const answers = await Promise.all(attempts)
    const acknowledged = answers.filter((answer) => answer?.status === 200).length
    expect(acknowledged).toBeGreaterThan(0)

    for (const [index, each] of begun.entries()) {
      const tries = [answers[index], await redeem(second, each), await redeem(second, each)]
      const successes = tries.filter((answer) => answer?.status === 200).length
      // An unanswered code may have been spent in vain; then the person signs in again.
      expect(successes).toBeLessThanOrEqual(1)
      if (answers[index]?.status === 200) expect(tries[1]?.json().error).toBe('invalid_grant')
    }
  })

  test('renewing tokens loses and duplicates no acknowledged one', async () => {
    const people = await crowd(10)
    const families = await Promise.all(
      people.map(async (one, index) => {
        const member = servers.members[index % 2] as Member
        const tokens = await getTokens(member, one.browser.at(member), one.application)
        return {
          one,
          member,
          tokens: tokens as { refresh_token: string; access_token: string },
          renewals: 0,
          isCut: false,
        }
      }),
    )
    const [first] = servers.members
    let isOver = false
    const renewing = families.map(async (family) => {
      while (!isOver) {
        const answer = await refresh(family.member, family.one, family.tokens.refresh_token).catch(() => null)
        if (answer === null) {
          family.isCut = true
          return
        }
        expect(answer.status).toBe(200)
        family.tokens = answer.json()
        family.renewals++
      }
    })
    await expect
      .poll(() => families.every(({ renewals }) => renewals >= 3), { timeout: 120_000, interval: 5 })
      .toBe(true)
    const second = await killFirst()
    const before = families.map(({ renewals }) => renewals)
    await expect
      .poll(
        () => families.every(({ member, renewals }, index) => member === first || renewals > (before[index] as number)),
        { timeout: 120_000, interval: 5 },
      )
      .toBe(true)
    isOver = true
    await Promise.all(renewing)
    expect(families.filter(({ isCut }) => isCut).map(({ member }) => member)).toEqual([
      first,
      first,
      first,
      first,
      first,
    ])

    for (const { one, tokens, isCut } of families) {
      // The newest tokens are still valid, and so is a renewal of them unless one was under way.
      expect((await userinfo(second, tokens.access_token)).status).toBe(200)
      const { status, json } = await refresh(second, one, tokens.refresh_token)
      if (status !== 200) expect([isCut, json().error]).toEqual([true, 'invalid_grant'])
    }
    const { rows } = await servers.cluster.db.pool.query(`
      select g.id from oidc_grants g join oidc_artifacts t on t.grant_id = g.id and t.model = 'RefreshToken'
      where g.revoked_at is null and t.consumed_at is null and t.expires_at > now() group by g.id having count(*) > 1`)
    expect(rows).toEqual([])
  })
})

test('a revoked token stays revoked after every server was killed and started again (T018)', async () => {
  const [first] = servers.members
  const admin = await aPerson(servers.cluster, { isAdmin: true })
  const console = aRoamingBrowser()
  await signInAcross(console, admin.email, first)
  const ways: Record<string, (someone: Someone) => Promise<{ status: number; msg?: string }>> = {
    logout: ({ browser }) => browser.at(first).call(DestroySession),
    'another password, from elsewhere': async ({ person }) => {
      const elsewhere = aRoamingBrowser()
      await signInAcross(elsewhere, person.email, first)
      const changed = { oldPassword: PASSWORD, newPassword: 'Falcon#Meadow87*Rope' }
      return elsewhere.at(first).call(changePassword, changed)
    },
    'the application taken away': ({ person, application, client }) =>
      console.at(first).call(detachClient, { userId: person.id, applicationId: application.id, clientId: client.id }),
    'the application blocked': ({ application }) =>
      console.at(first).call(applications.update, {
        id: application.id,
        name: { description: `Blocked ${application.id}`, applicationLogo: '', applicationType: 'NA' },
        applicationAllowedUrl: application.redirectUrl,
        applicationRedirectUrl: application.redirectUrl,
        status: 'Permanent BLOCKED',
      }),
  }
  const cases = []
  for (const [how, revoke] of Object.entries(ways)) {
    const someone = await someoneSignedInAcross()
    const { browser, application } = someone
    const tokens = await getTokens(first, browser.at(first), application)
    const { reply, verifier } = await authorize(first, browser, application)
    const cookie = browser.cookies['__Host-eai_sid'] as string
    cases.push({ how, someone, tokens, code: reply.params.code as string, verifier, cookie, revoke })
  }
  for (const { how, someone, revoke } of cases) expect([how, (await revoke(someone)).status]).toEqual([how, 200])
  for (const member of servers.members) member.kill('SIGKILL')
  await Promise.all(servers.members.map(({ exit }) => exit))
  servers.members = await Promise.all([servers.cluster.start(), servers.cluster.start()])

  for (const { how, someone, tokens, code, verifier, cookie } of cases) {
    const { application } = someone
    const thief = aRoamingBrowser()
    thief.cookies['__Host-eai_sid'] = cookie
    for (const member of servers.members) {
      const outcome = {
        userinfo: (await userinfo(member, tokens.access_token)).status,
        isActive: (await introspect(member, application, tokens.access_token)).json().active ?? false,
        refresh: (await refresh(member, someone, tokens.refresh_token)).json().error,
        code: (await redeemCode(member, application, code, verifier)).json().error,
        silent: (await authorize(member, thief, application, { prompt: 'none' })).reply.params.code,
      }
      const isBlocked = how === 'the application blocked'
      const error = isBlocked ? 'invalid_client' : 'invalid_grant'
      expect({ how, ...outcome }).toEqual({
        how,
        userinfo: 401,
        isActive: false,
        refresh: error,
        code: error,
        silent: undefined,
      })
      const isOver = how === 'logout' || how.startsWith('another password')
      if (isOver) expect((await thief.at(member).call(listTiles)).status).toBe(401)
    }
  }
})

test('the secret of a session is in no address, message, record or log', async () => {
  const [first, second] = servers.members
  const someone = await someoneSignedInAcross()
  const { browser, application } = someone
  const seen: string[] = []
  const secrets = [browser.cookies['__Host-eai_sid'] as string]
  for (const member of servers.members) {
    for (const asked of [
      {},
      { prompt: 'login' },
      { prompt: 'consent' },
      { response_mode: 'form_post' },
      { scope: '"' },
    ]) {
      const { reply } = await authorize(member, browser, application, asked)
      const { 'set-cookie': _, ...headers } = reply.headers
      seen.push(JSON.stringify(headers), reply.text)
    }
    const tokens = await getTokens(member, browser.at(member), application)
    secrets.push(tokens.code, tokens.access_token, tokens.refresh_token)
    seen.push((await userinfo(member, tokens.access_token)).text)
    seen.push((await introspect(member, application, tokens.refresh_token)).text)
    seen.push(JSON.stringify((await browser.at(member).call(listTiles)).data))
  }
  for (const table of ['audit_events', 'inbox', 'outbox', 'oidc_artifacts', 'oidc_grants', 'sessions']) {
    const { rows } = await servers.cluster.db.pool.query(`select t::text as row from ${table} t`)
    expect(rows.length, table).toBeGreaterThan(0)
    seen.push(JSON.stringify(rows))
  }
  seen.push(...[first, second].flatMap((member) => [member.out(), member.err()]))
  expect(first.out()).toContain('/oauth2/token')
  const everything = seen.join('\n')
  expect(secrets.filter((secret) => secret.length < 40)).toEqual([])
  expect(secrets.filter((secret) => everything.includes(secret))).toEqual([])
})
