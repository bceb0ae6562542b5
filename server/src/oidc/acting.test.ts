import { endActing, NOT_OPENED_WHILE_ACTING } from '@gatehouse/contract/acting.ts'
import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { appAuth, listTiles, redeem } from '@gatehouse/contract/launch.ts'
import { revokeConsent } from '@gatehouse/contract/oidc.ts'
import { listOwnActivity } from '@gatehouse/contract/own-activity.ts'
import { DestroySession, getSession } from '@gatehouse/contract/session.ts'
import { decodeJwt } from 'jose'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { actFor, actingFor, beginActing, noticesTo, openingsFor } from '../../test/acting.ts'
import { giveAppTo } from '../../test/authenticators.ts'
import { launch } from '../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith } from '../../test/console.ts'
import {
  anApi,
  authorize,
  basic,
  browse,
  changeApplication,
  getTokens,
  ISSUER,
  introspect,
  redeemCode,
  redeemFor,
  refresh,
  send,
  someoneWithOidc,
  useListening,
  userinfo,
} from '../../test/relying-party.ts'
import type { Visitor } from '../../test/server.ts'

const server = useListening()

const ACTING = `${ISSUER}/claims/acting`
const OPEN = { opens_while_acting: true, backchannel_logout_uri: 'https://app.example.com/backchannel' }
const acting = (changes = {}) => actFor(server, changes)
type Acting = Awaited<ReturnType<typeof acting>>

const asSupport = ({ application }: Acting, visitor: Visitor, changes = {}) =>
  getTokens(server, visitor, application, changes)
const support = (at: Acting, actor: Visitor) => ({ visitor: actor, person: at.person, application: at.application })
const redeemed = (at: Acting, token: string) =>
  server.visitor({ web: false }).call(redeem, { token }, basic(at.application))
const openings = (userId: string) => openingsFor(server, userId)
const accessOf = (token: string) => send(server, '/oauth2/access', { headers: { authorization: `Bearer ${token}` } })

const who = (userId: string) => actingFor(server, userId)

describe('an application that allows it', () => {
  test('is opened from the tile: its answer names both, and everything ends with the acting', async () => {
    const at = await acting()
    const { someone, actor, visitor, application } = at
    const { id: sid, until } = await who(someone.person.id)
    const { data, status } = await launch(support(at, visitor))
    expect(status).toBe(200)
    const { data: identity } = await redeemed(at, data.oAuthToken)
    expect(identity).toMatchObject({
      ...{ sub: someone.person.id, firstName: 'Asha', sid },
      act: { sub: actor.id, name: 'Rohan Rao' },
      acting: { read_only: true, until },
    })
    const claims = { sub: someone.person.id, act: identity.act, [ACTING]: identity.acting }
    expect((await userinfo(server, identity.access_token)).json()).toMatchObject(claims)
    expect((await introspect(server, application, identity.access_token)).json()).toMatchObject({
      active: true,
      ...claims,
    })
    // By its address, and once more: one line for the application.
    const other = (await visitor.call(appAuth, { RedirectUrl: new URL(application.redirectUrl).origin })).data.launch
    const unused = (await launch(support(at, visitor))).data.oAuthToken
    expect(await openings(someone.person.id)).toMatchObject([
      { actorId: actor.id, detail: { name: 'Asha Rao', administrator: 'Rohan Rao', applicationId: application.id } },
    ])
    const redeemedLine = (await auditOf(server, application.id)).find(({ event }) => event === 'launch.redeemed')
    expect(redeemedLine).toMatchObject({ actorId: actor.id, detail: { name: 'Asha Rao', administrator: 'Rohan Rao' } })
    const { lines } = (await at.own.call(listOwnActivity)).data
    expect(lines[0]).toMatchObject({ event: 'users.acting-opened', by: 'administrator', ip: null })
    expect(lines[0]?.changes.map(({ field }) => field)).toEqual(['administrator', 'application'])

    await visitor.call(endActing)
    expect((await userinfo(server, identity.access_token)).status).toBe(401)
    expect((await introspect(server, application, identity.access_token)).json()).toEqual({ active: false })
    const byAddress = new URL(other.url).searchParams.get('token') ?? other.fields.token ?? ''
    for (const token of [unused, byAddress]) expect((await redeemed(at, token)).status).toBe(400)
    const { rows } = await server.db.execute(sql`
      select session_id, acting_id from outbox where kind = 'logout' and application_id = ${application.id}`)
    expect(rows).toMatchObject([{ acting_id: sid }])
  })

  test('is signed in to by OpenID Connect: every token names both, says nothing of a sign-in, and none is renewed', async () => {
    const at = await acting({ oauth_grants: ['authorization_code', 'refresh_token'] })
    const { visitor, application, actor, person } = at
    const { id: sid, until } = await who(person.id)
    const tokens = await asSupport(at, visitor, { scope: 'openid profile' })
    expect(tokens).toMatchObject({ status: 200, scope: 'openid profile' })
    expect(tokens).not.toHaveProperty('refresh_token')
    const both = { act: { sub: actor.id, name: 'Rohan Rao' }, [ACTING]: { read_only: true, until } }
    const { access_token: wide } = await asSupport(at, visitor, { scope: 'openid access' })
    expect((await accessOf(wide)).json()).toMatchObject({ sub: person.id, ...both })
    const idToken = decodeJwt(tokens.id_token)
    expect(idToken).toMatchObject({ sub: person.id, sid, ...both })
    for (const name of ['acr', 'amr', 'auth_time']) expect(idToken).not.toHaveProperty(name)
    expect((await userinfo(server, tokens.access_token)).json()).toMatchObject({
      sub: person.id,
      name: 'Asha Rao',
      ...both,
    })
    expect((await introspect(server, application, tokens.access_token)).json()).toMatchObject({
      sub: person.id,
      sid,
      ...both,
    })
    expect(await openings(person.id)).toMatchObject([
      { actorId: actor.id, detail: { application: expect.any(String) } },
    ])
    const { rows: figures } = await server.db.execute(sql`
      select (select count(*)::int from audit_events where event = 'oidc.signed-in' and subject_id = ${application.id}) as "signIns",
        (select count(*)::int from opened_applications where application_id = ${application.id}) as opened`)
    expect(figures).toEqual([{ signIns: 0, opened: 0 }])

    // What the person and the administrator open for themselves is their own.
    const own = await getTokens(server, at.own, application)
    expect(decodeJwt(own.id_token)).not.toHaveProperty('act')
    await server.db.execute(
      sql`update actings set expires_at = now() + interval '90 seconds' where user_id = ${person.id}`,
    )
    expect((await asSupport(at, visitor)).expires_in).toBeLessThanOrEqual(90)
    const { verifier, reply } = await authorize(server, visitor, application)
    await visitor.call(endActing)
    expect((await redeemCode(server, application, reply.params.code as string, verifier)).status).toBe(400)
    expect((await userinfo(server, tokens.access_token)).status).toBe(401)
    expect((await introspect(server, application, tokens.access_token)).json()).toEqual({ active: false })
    expect((await userinfo(server, own.access_token)).status).toBe(200)
    expect((await refresh(server, application, own.refresh_token)).status).toBe(200)
    const { rows } = await server.db.execute(sql`
      select acting_id from outbox where kind = 'logout' and application_id = ${application.id}`)
    expect(rows).toEqual([{ acting_id: sid }])
  })

  test('gets signed access tokens that end with the acting, under ids that only it knows', async () => {
    const at = await acting({
      ...{ access_token_format: 'jwt', subject_type: 'pairwise', oauth_grants: ['authorization_code'] },
      allowed_url: 'https://vault.example.com/',
    })
    const { visitor, application, actor, person } = at
    await server.db.execute(
      sql`update actings set expires_at = now() + interval '90 seconds' where user_id = ${person.id}`,
    )
    const { until } = await who(person.id)
    const { access_token: token, id_token: idToken } = await asSupport(at, visitor)
    const jwt = decodeJwt(token)
    expect(jwt).toMatchObject({ act: { name: 'Rohan Rao' }, [ACTING]: { read_only: true, until } })
    expect(jwt.exp).toBeLessThanOrEqual(until + 1)
    const { sub } = jwt.act as { sub: string }
    expect([sub, jwt.sub]).not.toContain(actor.id)
    expect([sub, jwt.sub]).not.toContain(person.id)
    expect(decodeJwt(idToken).act).toEqual(jwt.act)
    expect((await introspect(server, application, token)).json()).toMatchObject({
      active: true,
      sub: jwt.sub,
      act: jwt.act,
    })
    const { oAuthToken } = (await launch(support(at, visitor))).data
    expect((await redeemed(at, oAuthToken)).data).toMatchObject({ sub: jwt.sub, act: jwt.act })
  })

  test('calls another application in the name of the person only where that one allows it, too', async () => {
    const at = await acting()
    const api = await anApi(server)
    await server.db.execute(sql`
      insert into assignments (id, user_id, application_id, client_id, role) values
        (gen_random_uuid(), ${at.person.id}, ${api.id}, ${at.client.id}, 'User')`)
    const asked = { resource: api.resource, scope: 'openid' }
    const closed = await authorize(server, at.visitor, at.application, asked)
    expect(closed.reply.params).toMatchObject({ error: 'invalid_target' })
    await changeApplication(server, api.id, OPEN)
    const { access_token: token } = (await redeemFor(server, at, api.resource)).json()
    expect((await introspect(server, api, token)).json()).toMatchObject({ active: true, act: { name: 'Rohan Rao' } })
    // Signed tokens are read without asking us: also at the exchange of a code, none is for a closed application.
    const redeemWith = async (changes: Record<string, string>, close: () => Promise<void>) => {
      const { verifier, reply } = await authorize(server, at.visitor, at.application, changes)
      await close()
      const code = reply.params.code as string
      return (await redeemCode(server, at.application, code, verifier, { resource: api.resource })).json()
    }
    const close = () => changeApplication(server, api.id, { opens_while_acting: false })
    await changeApplication(server, api.id, { access_token_format: 'jwt' })
    expect(await redeemWith(asked, close)).toMatchObject({ error: 'invalid_target' })
    expect(await redeemWith({}, close)).toMatchObject({ error: 'invalid_target' })
    expect((await introspect(server, api, token)).json()).toEqual({ active: false })
  })

  test('gets nothing more when an administrator closes it, withdraws the access, or makes it inactive for a moment', async () => {
    const at = await acting({ oauth_grants: ['authorization_code'] })
    const CHANGES: [string, string][] = [
      ['opens_while_acting = false', 'opens_while_acting = true'],
      ["status = 'INACTIVE'", "status = 'ACTIVE'"],
    ]
    for (const [change, back] of CHANGES) {
      const tokens = await asSupport(at, at.visitor)
      const { oAuthToken } = (await launch(support(at, at.visitor))).data
      await server.db.pool.query(`update applications set ${change} where id = $1`, [at.application.id])
      expect((await userinfo(server, tokens.access_token)).status, change).toBe(401)
      expect((await redeemed(at, oAuthToken)).status, change).not.toBe(200)
      await server.db.pool.query(`update applications set ${back} where id = $1`, [at.application.id])
    }
    const tokens = await asSupport(at, at.visitor)
    await at.own.call(DestroySession)
    expect((await userinfo(server, tokens.access_token)).status, 'the person signs out').toBe(200)
    await server.db.execute(sql`update users set is_active = false where id = ${at.actor.id}`)
    expect((await userinfo(server, tokens.access_token)).status, 'the administrator is locked').toBe(401)
  })

  test('opens for no ending: of an end and many openings at once, none leaves a valid token', async () => {
    const at = await acting()
    const { application, visitor } = at
    const opening = Array.from({ length: 4 }, () =>
      authorize(server, visitor, application).then(async ({ verifier, reply }) =>
        reply.params.code === undefined
          ? null
          : (await redeemCode(server, application, reply.params.code, verifier)).json(),
      ),
    )
    const [, ...all] = await Promise.all([visitor.call(endActing), ...opening])
    for (const tokens of all)
      if (tokens?.access_token) expect((await userinfo(server, tokens.access_token)).status).toBe(401)
  })
})

describe('while acting', () => {
  test('what only the person could do is refused to the application in words, and nothing is opened', async () => {
    const at = await acting()
    const claims = (name: string, asked = {}) => ({
      claims: JSON.stringify({ id_token: { [name]: { essential: true, ...asked } } }),
    })
    const REFUSED: [Record<string, string>, string][] = [
      [{ prompt: 'login' }, 'login_required'],
      [{ prompt: 'consent' }, 'consent_required'],
      [{ prompt: 'select_account' }, 'account_selection_required'],
      [{ max_age: '3600' }, 'login_required'],
      [claims('acr', { values: ['urn:gatehouse:acr:2'] }), 'unmet_authentication_requirements'],
      [claims('acr'), 'unmet_authentication_requirements'],
      [claims('amr'), 'unmet_authentication_requirements'],
      [claims('auth_time'), 'login_required'],
    ]
    for (const [asked, error] of REFUSED) {
      const { reply } = await authorize(server, at.visitor, at.application, asked)
      expect(reply.params, error).toMatchObject({ error, error_description: expect.stringMatching(/person/) })
    }
    await changeApplication(server, at.application.id, { is_first_party: false })
    const { reply } = await authorize(server, at.visitor, at.application, { prompt: 'none' })
    expect(reply.params).toMatchObject({ error: 'consent_required' })
    const login = { login_url: 'https://app.example.com/login' }
    for (const changes of [{ launch_mode: 'query' }, { launch_mode: 'form_post' }, { launch_mode: 'oidc', ...login }]) {
      await changeApplication(server, at.application.id, changes)
      expect(await launch(support(at, at.visitor)), changes.launch_mode).toMatchObject({
        ...{ status: 403, msg: 'The person has not allowed this application yet. Only they can do that.' },
      })
      expect((await at.visitor.call(listTiles)).data).toMatchObject([{ opensWhileActing: true, needsConsent: true }])
    }
    const { rows } = await server.db.execute(sql`select from oidc_grants where application_id = ${at.application.id}`)
    expect(rows).toHaveLength(0)
    expect(await openings(at.person.id)).toHaveLength(0)
  })

  test('access without the person is not given, and a wish for a strong sign-in is no obstacle', async () => {
    const at = await acting({
      allowed_scopes: ['openid', 'offline_access'],
      oauth_grants: ['authorization_code', 'refresh_token'],
    })
    const asked = { scope: 'openid offline_access', prompt: 'none', acr_values: 'urn:gatehouse:acr:2' }
    const tokens = await asSupport(at, at.visitor, asked)
    expect(tokens).toMatchObject({ status: 200, scope: 'openid' })
    expect(tokens).not.toHaveProperty('refresh_token')
    const { rows } = await server.db.execute(sql`
      select is_offline, expires_at = revoked_at as ends from oidc_grants where application_id = ${at.application.id}`)
    expect(rows).toEqual([{ is_offline: false, ends: true }])
  })

  test('the sign-in of the administrator is as strong and as recent as the application needs it', async () => {
    const at = await acting({ needs_strong_sign_in: true })
    const words = { status: 403, msg: expect.stringContaining('than yours') }
    expect(await launch(support(at, at.visitor))).toMatchObject(words)
    const { reply } = await authorize(server, at.visitor, at.application)
    expect(reply.params).toMatchObject({ error: 'login_required' })
    const session = (changes: ReturnType<typeof sql>) =>
      server.db.execute(sql`update sessions set ${changes} where user_id = ${at.actor.id}`)
    await session(sql`is_strong = true`)
    expect((await launch(support(at, at.visitor))).status, 'the factor is gone').toBe(403)
    await giveAppTo(server, at.actor.id)
    expect((await launch(support(at, at.visitor))).status).toBe(200)
    expect((await asSupport(at, at.visitor)).status).toBe(200)
    await changeApplication(server, at.application.id, { confirm_minutes: 10 })
    await session(sql`authenticated_at = now() - interval '11 minutes'`)
    await server.db.execute(
      sql`update actings set started_at = now() - interval '1 minute' where user_id = ${at.person.id}`,
    )
    expect(await launch(support(at, at.visitor))).toMatchObject(words)
    // A remembered browser is one factor, also where the person has no password of theirs.
    await session(sql`authenticated_at = now() - interval '2 minutes', amr = '{pwd}'`)
    await server.db.execute(sql`update users set password_hash = null where id = ${at.person.id}`)
    expect(await launch(support(at, at.visitor))).toMatchObject(words)
  })

  test('every other application stays closed: in the portal in words, and on its own page by the dashboard', async () => {
    const at = await acting({ opens_while_acting: false })
    expect(await launch(support(at, at.visitor))).toMatchObject({ status: 403, msg: NOT_OPENED_WHILE_ACTING })
    for (const changes of [{}, { prompt: 'none' }, { state: `&client_id=${at.application.id}` }]) {
      const { reply } = await authorize(server, at.visitor, at.application, changes)
      expect([reply.status, reply.headers.location]).toEqual([303, '/dashboard'])
    }
    const refusals = (await auditOf(server, at.person.id)).filter(({ event }) => event === 'users.acting-refused')
    expect(refusals).toMatchObject([{ actorId: at.actor.id }])
    // Nobody opens for others what is assigned to the administrator alone.
    const other = await acting()
    await server.db.execute(sql`update assignments set user_id = ${other.actor.id} where user_id = ${other.person.id}`)
    const { reply } = await authorize(server, other.visitor, other.application)
    expect(reply.params).toMatchObject({ error: 'access_denied' })
    expect((await launch(support(other, other.visitor))).status).toBe(403)
    expect((await other.visitor.call(getSession)).data.session?.acting).not.toBeNull()
  })
})

test('whoever copies a code or a launch token is noted beside the administrator, not beside the person', async () => {
  const at = await acting()
  const { code, verifier } = await asSupport(at, at.visitor)
  expect((await redeemCode(server, at.application, code, verifier)).status).toBe(400)
  const [twice, elsewhere] = [await launch(support(at, at.visitor)), await launch(support(at, at.visitor))]
  const other = await acting()
  for (const [by, { data }] of [
    [at, twice],
    [at, twice],
    [other, elsewhere],
    [at, elsewhere],
  ] as const)
    await redeemed(by, data.oAuthToken)
  const lines = (await auditOf(server, at.application.id)).filter(({ event }) => event.endsWith('.replayed'))
  expect(lines).toMatchObject([
    { event: 'oidc.replayed', actorId: at.actor.id },
    { event: 'launch.replayed', actorId: at.actor.id, detail: { presentedBy: at.application.id } },
    { event: 'launch.replayed', actorId: at.actor.id, detail: { presentedBy: other.application.id } },
  ])
})

test('a request of the administrator that waited does not go on while acting, however its path is spelt', async () => {
  const at = await acting()
  await at.visitor.call(endActing)
  const { reply } = await authorize(server, at.visitor, at.application, { prompt: 'login' })
  const [, request] = String(reply.params.returnTo).split('/oauth2/authorize/')
  await beginActing(at.visitor, at.person.id)
  for (const path of ['authorize', 'AUTHORIZE', 'authori%7Ae'])
    for (const query of ['', `?client_id=${at.application.id}`]) {
      const { status, headers, text } = await browse(server, at.visitor, `/oauth2/${path}/${request}${query}`)
      if (status !== 404) expect([path, status, headers.location], text).toEqual([path, 303, '/dashboard'])
    }
})

test('an application learns that its access has ended, also while the acting goes on, and ends no more than the acting', async () => {
  const at = await acting()
  const { id: sid } = await who(at.person.id)
  const admin = await anAdministrator(server)
  const name = { description: `Vault ${at.application.id}`, applicationType: 'Web' }
  const form = { id: at.application.id, name, applicationRedirectUrl: at.application.redirectUrl }
  const change = async (changes: object) =>
    expect(await admin.visitor.call(applications.update, { ...form, ...changes } as never)).toMatchObject({
      status: 200,
    })
  const notices = () => noticesTo(server, at.application.id)
  const consented = async () => {
    await changeApplication(server, at.application.id, { is_first_party: false })
    await server.db.execute(sql`
      insert into oidc_consents (user_id, application_id, scopes) values (${at.person.id}, ${at.application.id}, '{openid}')`)
  }
  const CLOSED: (() => Promise<unknown>)[] = [
    () => change({ opensWhileActing: false }).then(() => change({ opensWhileActing: true })),
    () => change({ status: 'INACTIVE' }).then(() => change({ status: 'ACTIVE' })),
    () => consented().then(() => at.own.call(revokeConsent, { applicationId: at.application.id })),
  ]
  for (const [index, close] of CLOSED.entries()) {
    const { access_token: token } = await asSupport(at, at.visitor)
    await close()
    expect(await notices()).toEqual(Array.from({ length: index + 1 }, () => sid))
    expect((await userinfo(server, token)).status).toBe(401)
  }
  await consented()
  await changeApplication(server, at.application.id, { post_logout_redirect_uris: ['https://app.example.com/bye'] })
  const { id_token: hint } = await asSupport(at, at.visitor)
  const asked = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: 'https://app.example.com/bye' })
  const { headers } = await browse(server, at.visitor, `/oauth2/logout?${asked}`)
  expect(headers.location).toBe('https://app.example.com/bye')
  expect((await at.visitor.call(getSession)).data.session).toMatchObject({ user: { _id: at.actor.id }, acting: null })
})

test('who lets support open an application may act, and the application learns of the end', async () => {
  const at = await someoneWithOidc(server)
  const name = { description: `Vault ${at.application.id}`, applicationType: 'Web' }
  const change = ({ visitor }: { visitor: Visitor }, changes: object) =>
    visitor.call(applications.update, { id: at.application.id, name, ...changes } as never)
  const few = await someoneWith(server, ['applications:read', 'applications:write'])
  const admin = await anAdministrator(server)
  const allow = { opensWhileActing: true }
  expect(await change(few, { ...allow, backchannelLogoutUri: 'https://app.example.com/out' })).toMatchObject({
    ...{ status: 403, msg: 'To let support open it you also need users:act.' },
  })
  expect(await change(admin, allow)).toMatchObject({ status: 400, msg: expect.stringContaining('back-channel') })
  expect(await change(admin, { ...allow, backchannelLogoutUri: 'https://app.example.com/out' })).toMatchObject({
    ...{ status: 200, data: { opensWhileActing: true } },
  })
  expect((await change(few, {})).data).toMatchObject({ opensWhileActing: true })
  expect(await change(few, { backchannelLogoutUri: '' })).toMatchObject({ status: 400 })
  expect((await change(few, { opensWhileActing: false })).data).toMatchObject({ opensWhileActing: false })
  expect((await auditOf(server, at.application.id)).at(-1)?.detail.changes).toMatchObject([
    { field: 'opensWhileActing', before: true, after: false },
  ])
})
