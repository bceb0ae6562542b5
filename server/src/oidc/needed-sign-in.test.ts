import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { simulateRequest } from '@gatehouse/contract/admin/applications/simulate-request.ts'
import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { requestAuthenticator } from '@gatehouse/contract/factors/authenticators.ts'
import { removePasskey, requestPasskey } from '@gatehouse/contract/factors/passkeys.ts'
import { appAuth, listTiles, ssoLaunch } from '@gatehouse/contract/launch.ts'
import { answerWaitingRequest } from '@gatehouse/contract/oidc.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { decodeJwt } from 'jose'
import sql, { raw } from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAuthenticator } from '../../test/authenticator.ts'
import { addAppTo, giveAppTo, signInByApp, someoneWithApp } from '../../test/authenticators.ts'
import { aClient, anAddress, anAssignment, launch, openSessionFor, someoneWithAccess } from '../../test/builders.ts'
import { anAdministrator, auditOf, useAdministrator } from '../../test/console.ts'
import { addPasskeyTo, signInByPasskey } from '../../test/passkeys.ts'
import {
  anApi,
  aProof,
  authorize,
  browse,
  changeApplication,
  getTokens,
  type Reply,
  redeemCode,
  refresh,
  someoneWithOidc,
  useListening,
} from '../../test/relying-party.ts'
import { aRole, aRoleForm } from '../../test/roles.ts'
import { ACR } from './portal-session.ts'

const server = useListening()
const admin = useAdministrator(server)

type Someone = Awaited<ReturnType<typeof someoneWithAccess>>
/** `passkey`: an app is not enough; `passkeyLater`: it is, until a day. */
type When = 'no' | 'now' | 'later' | 'since' | 'passkey' | 'passkeyLater' | 'allLater'
type Needs = { role?: When; client?: When; application?: When; minutes?: number; ofClient?: number; ofRole?: number }
type SignIn = { strong?: boolean; by?: 'passkey' | 'app' | 'recovery'; age?: number; amr?: string; app?: boolean }
type Lack = 'passkey' | 'strong' | 'recent' | null

const LATER = "now() + interval '1 hour'"
const FROM: Partial<Record<When, string>> = { later: LATER, since: "now() - interval '1 hour'", allLater: LATER }
const PASSKEY_FROM: Partial<Record<When, string>> = { passkeyLater: LATER, allLater: LATER }
async function need(table: string, id: string, when: When = 'no') {
  // What was needed before would go on until the day of a passkey.
  await server.db.execute(sql`update ${raw(table)} set needs_strong_sign_in = false where id = ${id}`)
  await server.db.execute(sql`
    update ${raw(table)} set needs_strong_sign_in = ${when !== 'no'}, strong_sign_in_from = ${raw(FROM[when] ?? 'null')},
      needs_passkey = ${['passkey', 'passkeyLater', 'allLater'].includes(when)}, passkey_from = ${raw(PASSKEY_FROM[when] ?? 'null')}
    where id = ${id}`)
}

/** A passkey of a person who need not be signed in, with which nobody can sign in. */
const givePasskeyTo = (userId: string) =>
  server.db.execute(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
    values (gen_random_uuid(), ${userId}, uuid_send(gen_random_uuid()), '', 0, '{}', 'singleDevice', false, 'Key')`)

/** A person in a role, with the policies of role, client and application, and a sign-in. */
async function arrange(
  someone: Someone,
  roleId: string,
  needs: Needs,
  { strong = false, age = 0, ...signedIn }: SignIn,
) {
  await need('roles', roleId, needs.role)
  await need('clients', someone.client.id, needs.client)
  await need('applications', someone.application.id, needs.application)
  await changeApplication(server, someone.application.id, { confirm_minutes: needs.minutes ?? null })
  await server.db.execute(
    sql`update clients set confirm_minutes = ${needs.ofClient ?? null} where id = ${someone.client.id}`,
  )
  await server.db.execute(sql`update roles set confirm_minutes = ${needs.ofRole ?? null} where id = ${roleId}`)
  const factor = signedIn.by ?? (strong ? 'app' : null)
  await server.db.execute(sql`delete from passkeys where user_id = ${someone.person.id}`)
  if (strong) await giveAppTo(server, someone.person.id)
  if (factor === 'passkey') await givePasskeyTo(someone.person.id)
  await server.db.execute(sql`
    update sessions set is_strong = ${factor !== null}, factor = ${factor}, authenticated_at = now() - make_interval(mins => ${age}),
      amr = ${`{${signedIn.amr ?? 'pwd,otp'}}`}::text[] where user_id = ${someone.person.id} and ended_at is null`)
}
async function roleOf(someone: Someone, permissions: Parameters<typeof aRole>[1] = []) {
  const roleId = await aRole(server, permissions)
  await server.db.execute(sql`update users set role_id = ${roleId} where id = ${someone.person.id}`)
  await openSessionFor(server, someone.visitor, someone.person.id)
  return roleId
}

const CONFIRM = { status: 403, msg: 'Confirm that it is you.' }

/** What each door answers. */
async function doorsOf({ visitor, person, application, client }: Someone) {
  const tile = (await visitor.call(listTiles)).data.find(({ _id }) => _id === application.id)
  const origin = new URL(application.redirectUrl).origin
  const launches = [
    await launch({ visitor, person, application }),
    await visitor.call(appAuth, { RedirectUrl: origin }),
    await visitor.call(ssoLaunch, { redirectUrl: application.redirectUrl, clientId: application.id } as never),
  ]
  const plain = (await authorize(server, visitor, application)).reply
  const byLibrary = (await authorize(server, visitor, application, { max_age: '80000', ui_locales: 'en' })).reply
  const silent = (await authorize(server, visitor, application, { prompt: 'none' })).reply
  const { data } = await admin.call(simulateRequest, {
    ...{ applicationId: application.id, userId: person.id, client: client.id, redirectUri: application.redirectUrl },
    ...{ responseType: 'code', scope: 'openid', prompt: 'none' },
    ...{ codeChallenge: aProof().challenge, codeChallengeMethod: 'S256' },
  } as never)
  return { tile: tile?.clients[0]?.lacks, launches, replies: [plain, byLibrary], silent, simulated: data }
}

const pageOf = ({ location, params }: Reply) => [
  location?.pathname,
  params.code === undefined ? (params.steps ?? null) : 'code',
]

describe('the sign-in that role, client and application need', () => {
  let someone: Someone
  let roleId = ''
  beforeAll(async () => {
    someone = await someoneWithAccess(server)
    roleId = await roleOf(someone)
  })

  test.each<[string, Needs, SignIn, Lack]>([
    ['nothing is needed', {}, {}, null],
    ['the application needs a strong one, and it is not', { application: 'now' }, {}, 'strong'],
    ['the application needs a strong one, and it is', { application: 'now' }, { strong: true }, null],
    ['the client needs it', { client: 'now' }, {}, 'strong'],
    ['the client needs it, and has it', { client: 'now' }, { strong: true }, null],
    ['the role needs it', { role: 'now' }, {}, 'strong'],
    ['the role needs it, and has it', { role: 'now' }, { strong: true }, null],
    ['all need it', { role: 'now', client: 'now', application: 'now' }, {}, 'strong'],
    ['the day has not come', { role: 'later', client: 'later', application: 'later' }, {}, null],
    ['one day has come', { role: 'later', client: 'since', application: 'later' }, {}, 'strong'],
    ['the day of the application has come', { application: 'since' }, {}, 'strong'],
    ['the day of the role has come, and it is strong', { role: 'since' }, { strong: true }, null],
    ['the sign-in is young enough', { minutes: 15 }, { age: 14 }, null],
    ['the sign-in is too old', { minutes: 15 }, { age: 16 }, 'recent'],
    ['a passkey was used, too long ago', { minutes: 15 }, { age: 16, strong: true }, 'recent'],
    ['a remembered browser left out the second step', { minutes: 15 }, { amr: 'pwd' }, 'recent'],
    ['it is too old and too weak', { minutes: 15, client: 'now' }, { age: 16 }, 'strong'],
    ['it is too old and strong', { minutes: 15, client: 'now' }, { age: 16, strong: true }, 'recent'],
    ['it is young and strong', { minutes: 15, client: 'now' }, { age: 14, strong: true }, null],
    ['the client has an age, and it is too old', { ofClient: 15 }, { age: 16 }, 'recent'],
    ['the smaller age counts', { minutes: 60, ofClient: 15 }, { age: 16 }, 'recent'],
    ['it is younger than both', { minutes: 15, ofClient: 60 }, { age: 14 }, null],
    ['the role has an age, and it is too old', { ofRole: 15 }, { age: 16 }, 'recent'],
    ['the age of the role is the smallest', { minutes: 60, ofClient: 60, ofRole: 15 }, { age: 16 }, 'recent'],
    ['it is younger than the age of the role', { ofRole: 15 }, { age: 14 }, null],
    ['the application needs a passkey, and there was a code', { application: 'passkey' }, {}, 'passkey'],
    ['the application needs a passkey, and there was an app', { application: 'passkey' }, { strong: true }, 'passkey'],
    ['the application needs a passkey, and there was one', { application: 'passkey' }, { by: 'passkey' }, null],
    ['a recovery code is no passkey', { application: 'passkey' }, { strong: true, by: 'recovery' }, 'passkey'],
    ['a passkey is a strong sign-in, too', { application: 'now' }, { by: 'passkey' }, null],
    ['the client needs a passkey', { client: 'passkey' }, { strong: true }, 'passkey'],
    ['the client needs a passkey, and there was one', { client: 'passkey' }, { by: 'passkey' }, null],
    ['the role needs a passkey', { role: 'passkey' }, { strong: true }, 'passkey'],
    ['the role needs a passkey, and there was one', { role: 'passkey' }, { by: 'passkey' }, null],
    ['the strictest counts', { role: 'now', client: 'passkey', application: 'now' }, { strong: true }, 'passkey'],
    ['a passkey is needed later, and an app now', { application: 'passkeyLater' }, { strong: true }, null],
    ['a passkey is needed later, and an app is missing', { application: 'passkeyLater' }, {}, 'strong'],
    ['a passkey is needed later, and nothing before', { application: 'allLater' }, {}, null],
    [
      'a passkey was used, too long ago for the role',
      { role: 'passkey', ofRole: 15 },
      { by: 'passkey', age: 16 },
      'recent',
    ],
  ])('%s: each door answers so', async (_case, needs, signedIn, lacks) => {
    await arrange(someone, roleId, needs, signedIn)
    const { tile, launches, replies, silent, simulated } = await doorsOf(someone)
    const demand = simulated.findings.find(({ step }) => step === 'demand')
    expect(tile).toBe(lacks)
    for (const one of launches) expect(one).toMatchObject(lacks === null ? { status: 200 } : CONFIRM)
    const methods = ['/dashboard/signInMethods', null]
    const page = { passkey: methods, strong: methods, recent: ['/login', '2'], none: ['/sso', 'code'] }
    for (const reply of replies) {
      const [path, steps] = pageOf(reply)
      if (lacks === null) expect(steps).toBe('code')
      else expect([path, steps]).toEqual(page[lacks])
    }
    expect(silent.params.error).toBe(lacks === null ? undefined : 'login_required')
    expect(simulated.error).toBe(silent.params.error ?? null)
    expect(demand?.reason.replace(/_forbidden$/, '')).toBe(
      lacks === null
        ? Object.keys(needs).length === 0 ||
          Object.values(needs).every((one) => ['later', 'allLater'].includes(String(one)))
          ? undefined
          : 'demand_met'
        : `demand_${lacks}`,
    )
  })

  test('a refused launch grants nothing, is noted, and says whether the person has what is needed', async () => {
    await server.db.execute(sql`delete from authenticators where user_id = ${someone.person.id}`)
    await arrange(someone, roleId, { application: 'now' }, {})
    const count = async () =>
      (await server.db.execute(sql`select from launch_tokens where user_id = ${someone.person.id}`)).rowCount
    const before = await count()
    expect((await launch(someone)).data).toEqual({
      ...{
        hasPassword: true,
        hasPasskey: false,
        hasStrongFactor: false,
        needsStrong: true,
        needsPasskey: false,
        minutes: 10,
      },
    })
    expect(await count()).toBe(before)
    const lines = await auditOf(server, someone.application.id)
    expect(lines.at(-1)).toMatchObject({ event: 'launch.refused', detail: { reason: 'sign-in not strong' } })
    await addAppTo(server, someone.visitor)
    expect(await launch(someone)).toMatchObject({ status: 200 })
    // The mailbox alone adds no other one: it would be enough for the application then.
    await arrange(someone, roleId, { application: 'now' }, {})
    expect(await someone.visitor.call(requestPasskey)).toMatchObject({ ...CONFIRM, data: { needsStrong: true } })
    await arrange(someone, roleId, { application: 'later' }, {})
    expect(await someone.visitor.call(requestPasskey)).toMatchObject({ status: 200 })
  })
})

describe('a passkey that is needed', () => {
  const isChangeable = async ({ visitor }: Someone) => (await visitor.call(requestAuthenticator)).status

  test('is added with an app by whoever has none, and from then on the app changes no factors', async () => {
    const someone = await someoneWithAccess(server)
    const roleId = await roleOf(someone, ['users:read'])
    await arrange(someone, roleId, { role: 'passkey' }, { strong: true })
    expect(await someone.visitor.call(users.list)).toMatchObject({ status: 403 })
    expect((await someone.visitor.call(getSession)).data.session).toMatchObject({
      ...{ permissions: [], lacksStrongSignIn: true, lacksPasskey: true },
    })
    expect(await launch(someone)).toMatchObject({
      ...{ ...CONFIRM, data: { hasPasskey: false, hasStrongFactor: true, needsPasskey: true } },
    })
    const authenticator = anAuthenticator()
    await addPasskeyTo(someone.visitor, authenticator)
    expect((await someone.visitor.call(getSession)).data.session).toMatchObject({
      ...{ permissions: ['users:read'], lacksStrongSignIn: false, lacksPasskey: false },
    })
    expect(await launch(someone)).toMatchObject({ status: 200 })
    const byFactor = async (factor: string) => {
      await server.db.execute(sql`update sessions set factor = ${factor} where user_id = ${someone.person.id}`)
      return [await isChangeable(someone), (await launch(someone)).status]
    }
    expect(await byFactor('app')).toEqual([403, 403])
    expect(await someone.visitor.call(requestPasskey)).toMatchObject({ data: { needsPasskey: true, hasPasskey: true } })
    // Whoever has lost it adds another one by a recovery code, and opens nothing before.
    expect(await byFactor('recovery')).toEqual([200, 403])
    expect(await byFactor('passkey')).toEqual([200, 200])
    // A real sign-in by each of them.
    await signInByPasskey(someone.visitor, authenticator)
    expect(await launch(someone)).toMatchObject({ status: 200 })
    expect(
      await server.db.execute(sql`
      select factor from sessions where user_id = ${someone.person.id} and ended_at is null order by created_at desc limit 1`),
    ).toMatchObject({ rows: [{ factor: 'passkey' }] })
  })

  test('is lost with the last passkey, and comes back in no session of before', async () => {
    const someone = await someoneWithAccess(server)
    const roleId = await roleOf(someone, ['users:read'])
    await arrange(someone, roleId, { role: 'passkey' }, { strong: true })
    const { _id } = await addPasskeyTo(someone.visitor, anAuthenticator())
    const other = server.visitor({ ip: anAddress() })
    await openSessionFor(server, other, someone.person.id)
    await server.db.execute(sql`
      update sessions set is_strong = true, factor = 'passkey' where user_id = ${someone.person.id}`)
    expect((await other.call(users.list)).status).toBe(200)
    expect((await someone.visitor.call(removePasskey, { passkeyId: _id })).status).toBe(200)
    await addPasskeyTo(someone.visitor, anAuthenticator())
    expect([await someone.visitor.call(users.list), await other.call(users.list)]).toMatchObject([
      { status: 200 },
      { status: 403 },
    ])
  })

  test('is set as a field, includes the strong sign-in, and keeps it until its day', async () => {
    const { ofClient, other } = await someoneWhoChanges(['clients:read', 'clients:write', 'users:write'])
    const day = '2990-12-01'
    const stored = async (changes: object) => {
      const { data } = await ofClient(changes)
      return [data.needsStrongSignIn, data.needsPasskey, data.strongSignInFrom]
    }
    const strongNow = async () =>
      (
        await server.db.execute(
          sql`select strong_sign_in_from is null as now from clients where id = ${other.client.id}`,
        )
      ).rows
    expect(await stored({ needsPasskey: true, strongSignInFrom: day })).toEqual([true, true, day])
    expect(await strongNow()).toEqual([{ now: false }])
    expect(await stored({ needsPasskey: false, needsStrongSignIn: true, strongSignInFrom: null })).toEqual([
      true,
      false,
      null,
    ])
    expect(await stored({ needsPasskey: true, strongSignInFrom: day })).toEqual([true, true, day])
    expect(await strongNow()).toEqual([{ now: true }])
    expect(await stored({ status: 'ACTIVE' })).toEqual([true, true, day])
    expect(await strongNow()).toEqual([{ now: true }])
    expect(await stored({ needsPasskey: false, needsStrongSignIn: false })).toEqual([false, false, null])
  })

  test('is refused to an administrator without a passkey, who would lose the console', async () => {
    const { person, visitor } = await anAdministrator(server)
    await addAppTo(server, visitor)
    const client = await aClient(server)
    await anAssignment(server, person.id, (await someoneWithAccess(server)).application.id, client.id)
    const row = ((await visitor.call(clients.list)).data as { _id: string }[]).find(({ _id }) => _id === client.id)
    const input = { ...row, needsPasskey: true, clientId: client.id, _id: undefined, version: undefined }
    expect(await visitor.call(clients.update, input as never)).toMatchObject({
      ...{ status: 400, msg: 'Add a passkey to your own account first. You would lose your permissions.' },
    })
  })
})

/** A person with an app and an application that needs a strong sign-in, in a browser with a weak session. */
async function someoneWeak(changes: Record<string, unknown> = {}) {
  const { person, secret, browser } = await someoneWithApp(server)
  const { application } = await someoneWithOidc(server, { needs_strong_sign_in: true, ...changes })
  const [first, second] = [await aClient(server), await aClient(server)]
  await anAssignment(server, person.id, application.id, first.id)
  await openSessionFor(server, browser, person.id)
  return { person, secret, visitor: browser, application, first, second }
}

describe('a request of OpenID Connect', () => {
  test('goes on by itself after the stronger sign-in, and its claims say what was used', async () => {
    const { person, secret, visitor, application } = await someoneWeak()
    await server.db.execute(
      sql`update sessions set authenticated_at = now() - interval '2 hours' where user_id = ${person.id}`,
    )
    const { verifier, reply } = await authorize(server, visitor, application, { scope: 'openid profile' })
    expect(reply.location?.pathname).toBe('/dashboard/signInMethods')
    const returnTo = reply.params.returnTo as string
    // Nothing has changed: it is asked for again.
    const again = await browse(server, visitor, returnTo)
    expect(again.location?.pathname).toBe('/dashboard/signInMethods')
    await signInByApp(server, visitor, person.email, secret)
    const done = await browse(server, visitor, again.params.returnTo as string)
    const { id_token } = (await redeemCode(server, application, done.params.code as string, verifier)).json()
    const { amr, acr, auth_time } = decodeJwt(id_token)
    expect([amr, acr]).toEqual([['pwd', 'otp', 'mfa'], ACR.two])
    expect(Number(auth_time)).toBeGreaterThan(Date.now() / 1000 - 60)
  })

  test('keeps the client that was chosen before, whose policy it is', async () => {
    const { person, secret, visitor, application, first, second } = await someoneWeak({ needs_strong_sign_in: false })
    await anAssignment(server, person.id, application.id, second.id)
    await need('clients', second.id, 'now')
    const { reply } = await authorize(server, visitor, application)
    expect(reply.location?.pathname).toBe('/choose-client')
    const choose = async (client: string) => {
      const asked = { request: reply.params.request as string, allow: true, client }
      return browse(server, visitor, (await visitor.call(answerWaitingRequest, asked)).data.continueAt)
    }
    const asked = await choose(second.id)
    expect(asked.location?.pathname).toBe('/dashboard/signInMethods')
    await signInByApp(server, visitor, person.email, secret)
    const done = await browse(server, visitor, asked.params.returnTo as string)
    expect(done.params.code).toBeDefined()
    const { rows } = await server.db.execute(sql`
      select client_id as id from oidc_grants where user_id = ${person.id} and client_id in (${first.id}, ${second.id})`)
    expect(rows).toEqual([{ id: second.id }])
  })

  test('for another application needs what that application needs', async () => {
    const { person, visitor, application, first } = await someoneWeak({ needs_strong_sign_in: false })
    const api = await anApi(server, { needs_strong_sign_in: true })
    await anAssignment(server, person.id, api.id, first.id)
    const { reply } = await authorize(server, visitor, application, { resource: api.resource })
    expect(reply.location?.pathname).toBe('/dashboard/signInMethods')
  })

  test('takes the smaller of its max_age and the age of the application', async () => {
    const someone = await someoneWithOidc(server, { confirm_minutes: 60 })
    const old = (minutes: number) =>
      server.db.execute(sql`
        update sessions set authenticated_at = now() - make_interval(mins => ${minutes}) where user_id = ${someone.person.id}`)
    const ask = async (max_age: string) =>
      (await authorize(server, someone.visitor, someone.application, { max_age, prompt: 'none' })).reply.params.error
    await old(30)
    expect([await ask('3000'), await ask('600'), await ask('36000')]).toEqual([undefined, 'login_required', undefined])
    await old(61)
    expect(await ask('36000')).toBe('login_required')
  })

  test('what is open stays open: tokens are renewed after the sign-in has become too old', async () => {
    const someone = await someoneWithOidc(server, {
      ...{ oauth_grants: ['authorization_code', 'refresh_token'], confirm_minutes: 10 },
    })
    const { refresh_token } = await getTokens(server, someone.visitor, someone.application)
    await server.db.execute(sql`
      update sessions set authenticated_at = now() - interval '11 minutes' where user_id = ${someone.person.id}`)
    await changeApplication(server, someone.application.id, { needs_strong_sign_in: true })
    expect((await refresh(server, someone.application, refresh_token)).status).toBe(200)
  })
})

test('the policy of the role "User" is that of everybody without a role', async () => {
  const someone = await someoneWithAccess(server)
  await openSessionFor(server, someone.visitor, someone.person.id)
  const { rows } = await server.db.execute<{ id: string }>(sql`
    select id from roles where system = 'user' and exists (select from users where id = ${someone.person.id} and role_id is null)`)
  const roleId = rows[0]?.id as string
  expect((await someone.visitor.call(getSession)).data.session?.role).toBe('User')
  await arrange(someone, roleId, { role: 'now' }, {})
  const { tile, launches, silent, simulated } = await doorsOf(someone)
  await arrange(someone, roleId, { role: 'later' }, {})
  const announced = (await someone.visitor.call(getSession)).data.session?.strongSignInFrom
  await need('roles', roleId)
  expect(tile).toBe('strong')
  expect(launches.map(({ status }) => status)).toEqual([403, 403, 403])
  expect([silent.params.error, simulated.error]).toEqual(['login_required', 'login_required'])
  expect(announced).toMatch(/^\d{4}-\d\d-\d\d$/)
})

/** Somebody with these permissions, and what they change of a client and an application that somebody else is assigned to. */
async function someoneWhoChanges(permissions: Parameters<typeof aRole>[1]) {
  const changer = await someoneWithAccess(server)
  await roleOf(changer, permissions)
  const other = await someoneWithAccess(server)
  await roleOf(other, ['users:write'])
  const read = async () =>
    ((await admin.call(clients.list)).data as { _id: string }[]).find(({ _id }) => _id === other.client.id)
  const ofClient = async (changes: object) =>
    changer.visitor.call(clients.update, {
      ...{ ...(await read()), ...changes, clientId: other.client.id, _id: undefined, version: undefined },
    } as never)
  const { data } = await admin.call(applications.list)
  const name = (data as { _id: string; name: object }[]).find(({ _id }) => _id === other.application.id)?.name
  const ofApplication = (changes: object) =>
    changer.visitor.call(applications.update, { id: other.application.id, name, ...changes } as never)
  return { other, ofClient, ofApplication }
}

describe('whoever changes a policy', () => {
  test('holds every permission of the people whom it concerns', async () => {
    const few = ['clients:read', 'clients:write', 'applications:read', 'applications:write'] as const
    const { other, ofClient, ofApplication } = await someoneWhoChanges([...few])
    const refused = { status: 403, data: { missing: ['users:write'] } }
    for (const change of [ofClient, ofApplication]) {
      expect(await change({ needsStrongSignIn: true })).toMatchObject(refused)
      expect(await change({ needsStrongSignIn: true, strongSignInFrom: '2990-12-01' })).toMatchObject(refused)
    }
    await need('clients', other.client.id, 'now')
    await need('applications', other.application.id, 'now')
    for (const change of [ofClient, ofApplication]) {
      expect(await change({ needsStrongSignIn: false })).toMatchObject(refused)
      expect(await change({ strongSignInFrom: '2990-12-01' })).toMatchObject(refused)
      expect(await change({ status: 'INACTIVE' })).toMatchObject(refused)
      // Whatever else they change is theirs to change.
      expect(await change({ needsStrongSignIn: true })).toMatchObject({ status: 200 })
    }
    const { ofClient: byEqual } = await someoneWhoChanges([...few, 'users:write'])
    expect(await byEqual({ needsStrongSignIn: true, strongSignInFrom: '2990-12-01' })).toMatchObject({ status: 200 })
  })

  test('stores no day for what is not needed, which would delay it later', async () => {
    const { ofClient } = await someoneWhoChanges(['clients:read', 'clients:write', 'users:write'])
    const day = '2990-12-01'
    expect((await ofClient({ confirmMinutes: 20 })).data).toMatchObject({ confirmMinutes: 20 })
    expect((await ofClient({ confirmMinutes: undefined })).data).toMatchObject({ confirmMinutes: 20 })
    expect(await ofClient({ confirmMinutes: 4 })).toMatchObject({ status: 400 })
    const changes = [{ strongSignInFrom: day }, { needsStrongSignIn: true }, { strongSignInFrom: day }]
    const stored = []
    for (const change of changes) {
      const { data } = await ofClient(change)
      stored.push([data.needsStrongSignIn, data.strongSignInFrom])
    }
    expect(stored).toEqual([
      [false, null],
      [true, null],
      [true, day],
    ])
    for (const table of ['roles', 'clients', 'applications']) {
      const { rows } = await server.db.execute(sql`
        update ${raw(table)} set strong_sign_in_from = now() where id in (
          select id from ${raw(table)} where not needs_strong_sign_in limit 1) returning strong_sign_in_from as day`)
      expect(rows, table).toEqual([{ day: null }])
    }
  })
})

describe('the policy of a client', () => {
  test('holds for those who are there today', async () => {
    const someone = await someoneWithAccess(server)
    const roleId = await roleOf(someone, ['users:read'])
    await arrange(someone, roleId, { client: 'now' }, {})
    for (const [from, until] of [
      ["now() + interval '1 day'", 'null'],
      ['null', "now() - interval '1 minute'"],
    ] as const) {
      await server.db.execute(sql`
        update assignments set valid_from = ${raw(from)}, valid_until = ${raw(until)} where user_id = ${someone.person.id}`)
      expect(await someone.visitor.call(users.list)).toMatchObject({ status: 200 })
    }
  })

  test('holds for the permissions of its people', async () => {
    const someone = await someoneWithAccess(server)
    const roleId = await roleOf(someone, ['users:read'])
    await arrange(someone, roleId, { client: 'later' }, {})
    expect(await someone.visitor.call(users.list)).toMatchObject({ status: 200 })
    await arrange(someone, roleId, { client: 'now' }, {})
    expect(await someone.visitor.call(users.list)).toMatchObject({ status: 403 })
    expect((await someone.visitor.call(getSession)).data.session).toMatchObject({
      permissions: [],
      lacksStrongSignIn: true,
    })
    await arrange(someone, roleId, { client: 'now' }, { strong: true })
    expect(await someone.visitor.call(users.list)).toMatchObject({ status: 200 })
  })

  test('is refused to an administrator of that client who could not sign in so, unless it begins later', async () => {
    const { person, visitor } = await anAdministrator(server)
    const client = await aClient(server)
    await anAssignment(server, person.id, (await someoneWithAccess(server)).application.id, client.id)
    const row = ((await visitor.call(clients.list)).data as { _id: string }[]).find(({ _id }) => _id === client.id)
    const save = (changes: object) =>
      visitor.call(clients.update, {
        ...row,
        ...changes,
        clientId: client.id,
        _id: undefined,
        version: undefined,
      } as never)
    expect(await save({ needsStrongSignIn: true })).toMatchObject({
      ...{
        status: 400,
        msg: 'Add a passkey or an authenticator app to your own account first. You would lose your permissions.',
      },
    })
    expect(await save({ needsStrongSignIn: true, strongSignInFrom: '2990-12-01' })).toMatchObject({
      ...{ status: 200, data: { needsStrongSignIn: true, strongSignInFrom: '2990-12-01' } },
    })
    await addAppTo(server, visitor)
    expect(await save({ needsStrongSignIn: true, strongSignInFrom: '' })).toMatchObject({
      ...{ status: 200, data: { needsStrongSignIn: true, strongSignInFrom: null } },
    })
  })
})

test('the settings are fields of role, client and application, kept when they are left out, and in the audit', async () => {
  const { data: made } = await admin.call(applications.create, {
    ...{ name: { description: `Vault ${anAddress()}` }, needsStrongSignIn: true, strongSignInFrom: '2990-12-01' },
    confirmMinutes: 20,
  } as never)
  expect(made).toMatchObject({ needsStrongSignIn: true, strongSignInFrom: '2990-12-01', confirmMinutes: 20 })
  const change = (changes: object) =>
    admin.call(applications.update, { id: made._id, name: made.name, ...changes } as never)
  expect((await change({})).data).toMatchObject({ strongSignInFrom: '2990-12-01', confirmMinutes: 20 })
  for (const wrong of [{ confirmMinutes: 4 }, { confirmMinutes: 1441 }, { strongSignInFrom: 'tomorrow' }])
    expect(await change(wrong)).toMatchObject({ status: 400 })
  // The day begins in the portal's time zone.
  const { rows } = await server.db.execute(sql`
    select strong_sign_in_from = '2990-12-01T00:00+05:30' as is from applications where id = ${made._id}`)
  expect(rows).toEqual([{ is: true }])
  expect((await change({ needsStrongSignIn: false })).data).toMatchObject({
    ...{ needsStrongSignIn: false, strongSignInFrom: null },
  })
  expect((await auditOf(server, made._id)).at(-1)?.detail.changes).toEqual(
    expect.arrayContaining([
      { field: 'needsStrongSignIn', before: true, after: false },
      { field: 'strongSignInFrom', before: '2990-12-01', after: null },
    ]),
  )
  const role = await admin.call(roles.create, aRoleForm({ needsStrongSignIn: true, strongSignInFrom: '2990-12-01' }))
  expect(role.data).toMatchObject({ needsStrongSignIn: true, strongSignInFrom: '2990-12-01' })
})
