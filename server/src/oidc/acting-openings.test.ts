import { endActing } from '@gatehouse/contract/acting.ts'
import { listCalls } from '@gatehouse/contract/admin/outbound-calls/calls.ts'
import { redeem } from '@gatehouse/contract/launch.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test, vi } from 'vitest'
import { actFor, actingFor, beginActing, noticesTo, openingsFor } from '../../test/acting.ts'
import { aClient, anAssignment, launch } from '../../test/builders.ts'
import { anAdministrator, auditOf } from '../../test/console.ts'
import {
  authorize,
  basic,
  browse,
  changeApplication,
  getTokens,
  redeemCode,
  useListening,
} from '../../test/relying-party.ts'
import type { Visitor } from '../../test/server.ts'
import { revokeTokens } from '../access/revoke.ts'
import { endOver } from '../sessions/over-rounds.ts'

const server = useListening()

const acting = (changes = {}) => actFor(server, changes)
type Acting = Awaited<ReturnType<typeof acting>>

const fromTile = ({ visitor, person, application }: Acting) => launch({ visitor, person, application })
const openings = ({ person }: Acting) => openingsFor(server, person.id)

/** The administrator has the application for a client of their own, and is given something by it before or after. */
async function alsoOwn({ actor, application }: Acting) {
  const { id } = await aClient(server)
  await anAssignment(server, actor.id, application.id, id)
  return id
}

test('a request that is refused stores no grant, takes the line of no later opening, and is followed by no notice', async () => {
  for (const open of [fromTile, ({ visitor, application }: Acting) => getTokens(server, visitor, application)]) {
    const at = await acting()
    await at.visitor.call(endActing)
    await alsoOwn(at)
    const tokens = await getTokens(server, at.visitor, at.application)
    expect(tokens.status).toBe(200)
    const hint = tokens.id_token as string
    await beginActing(at.visitor, at.person.id)
    const { id } = await actingFor(server, at.person.id)
    const refused = [{ claims: JSON.stringify({ id_token: { sub: { value: 'nobody' } } }) }, { id_token_hint: hint }]
    for (const asked of refused) {
      const { reply } = await authorize(server, at.visitor, at.application, asked)
      expect(reply.params, JSON.stringify(asked)).toMatchObject({ error: 'login_required' })
    }
    const grants = await server.db.execute(sql`select from oidc_grants where acting_id = ${id}`)
    expect(grants.rowCount).toBe(0)
    expect(await openings(at)).toHaveLength(0)

    await at.visitor.call(endActing)
    expect(await noticesTo(server, at.application.id)).not.toContain(id)
    await beginActing(at.visitor, at.person.id)
    for (const asked of refused) await authorize(server, at.visitor, at.application, asked)
    expect(await open(at)).toMatchObject({ status: 200 })
    expect(await openings(at)).toMatchObject([{ actorId: at.actor.id, detail: { applicationId: at.application.id } }])
    await at.visitor.call(endActing)
    expect(await noticesTo(server, at.application.id)).toEqual([(await actingFor(server, at.person.id)).id])
  }
})

test('a grant for which no code was given takes no line away and is followed by no notice', async () => {
  const at = await acting()
  const { id } = await actingFor(server, at.person.id)
  await server.db.execute(sql`
    insert into oidc_grants (id, user_id, application_id, client_id, session_id, acting_id, is_offline, scopes, expires_at, revoked_at)
    select gen_random_uuid(), x.user_id, ${at.application.id}, ${at.client.id}, x.session_id, x.id, false, '{openid}', x.expires_at, x.expires_at
    from actings x where x.id = ${id}`)
  await at.visitor.call(endActing)
  expect(await noticesTo(server, at.application.id)).toEqual([])
})

test('of openings at once, by requests, by the tile and by both, one has the line', async () => {
  const request = async ({ visitor, application }: Acting) => {
    const { verifier, reply } = await authorize(server, visitor, application)
    return redeemCode(server, application, reply.params.code as string, verifier)
  }
  for (const ways of [
    [request, request, request],
    [fromTile, request],
    [fromTile, fromTile, request, request],
  ])
    for (const round of [1, 2, 3, 4]) {
      const at = await acting()
      for (const { status } of await Promise.all(ways.map((open) => open(at)))) expect(status).toBe(200)
      expect(await openings(at), `round ${round}`).toMatchObject([{ actorId: at.actor.id }])
      await at.visitor.call(endActing)
      expect(await noticesTo(server, at.application.id)).toEqual([(await actingFor(server, at.person.id)).id])
    }
})

test('what is ended for a client ends no session of the administrator because of an earlier acting', async () => {
  const at = await acting()
  await fromTile(at)
  await getTokens(server, at.visitor, at.application)
  await at.visitor.call(endActing)
  const admin = await anAdministrator(server)
  const listed = async (userId: string) => (await admin.visitor.call(listCalls, { userId })).data.rows
  expect(await listed(at.person.id)).toMatchObject([{ person: { _id: at.person.id }, endReason: 'acting' }])
  expect(await listed(at.actor.id)).toEqual([])
  const own = await alsoOwn(at)
  await getTokens(server, at.visitor, at.application)
  const { id } = await actingFor(server, at.person.id)
  await server.db.transaction((tx) => revokeTokens(tx, { clientId: at.client.id }))
  expect(await noticesTo(server, at.application.id)).toEqual([id])
  await server.db.transaction((tx) => revokeTokens(tx, { clientId: own }))
  expect(await noticesTo(server, at.application.id)).toEqual([id, null])
})

test('what is ended for a client, a person or a session is noticed in the actings that it concerns', async () => {
  const at = await acting()
  await fromTile(at)
  const { id } = await actingFor(server, at.person.id)
  const other = await aClient(server)
  const noticed = async (scope: Parameters<typeof revokeTokens>[1]) => {
    const before = (await noticesTo(server, at.application.id)).length
    await server.db.transaction((tx) => revokeTokens(tx, scope))
    return (await noticesTo(server, at.application.id)).slice(before)
  }
  const { rows } = await server.db.execute<{ sessionId: string }>(
    sql`select session_id as "sessionId" from actings where id = ${id}`,
  )
  const exceptSessionId = rows[0]?.sessionId as string
  expect(await noticed({ clientId: at.client.id })).toEqual([id])
  expect(await noticed({ clientId: other.id })).toEqual([])
  // Once, until it is opened again.
  expect(await noticed({ clientId: at.client.id })).toEqual([])
  await fromTile(at)
  expect(await noticed({ userId: at.person.id, applicationId: at.application.id, clientId: at.client.id })).toEqual([
    id,
  ])
  expect(await noticed({ userId: at.person.id, exceptSessionId })).toEqual([])
  expect(await noticed({ userId: at.actor.id })).toEqual([])
  await getTokens(server, at.visitor, at.application)
  expect(await noticed({ applicationId: at.application.id })).toEqual([id])
  const before = await noticesTo(server, at.application.id)
  await at.visitor.call(endActing)
  expect(await noticesTo(server, at.application.id)).toEqual(before)
})

/** The browser is left alone for so long that the session signs nobody in. */
const leave = ({ actor }: Acting) =>
  server.db.execute(sql`update sessions set last_seen_at = now() - interval '2 hours' where user_id = ${actor.id}`)

test('an application ends the acting in a browser that was left alone, and one that is over ends nothing more', async () => {
  const at = await acting()
  await changeApplication(server, at.application.id, { post_logout_redirect_uris: ['https://app.example.com/bye'] })
  const { id_token: hint } = await getTokens(server, at.visitor, at.application)
  const { id } = await actingFor(server, at.person.id)
  await leave(at)
  const asked = new URLSearchParams({ id_token_hint: hint, post_logout_redirect_uri: 'https://app.example.com/bye' })
  const ask = async (visitor: Visitor) => (await browse(server, visitor, `/oauth2/logout?${asked}`)).headers.location
  // Identity tokens are found in logs: it ends nothing in another browser.
  expect(await ask(server.visitor())).toBe('https://app.example.com/bye')
  expect(await noticesTo(server, at.application.id)).toEqual([])
  expect(await ask(at.visitor)).toBe('https://app.example.com/bye')
  expect(await noticesTo(server, at.application.id)).toEqual([id])
  const ends = (await auditOf(server, at.person.id)).filter(({ event }) => event === 'users.acting-ended')
  expect(ends).toMatchObject([{ actorId: at.actor.id }])
  await server.db.execute(sql`update sessions set last_seen_at = now() where user_id = ${at.actor.id}`)
  expect(await ask(at.visitor)).toBe('https://app.example.com/bye')
  expect((await at.visitor.call(getSession)).data.session).toMatchObject({ user: { _id: at.actor.id }, acting: null })
})

test('an acting whose time or session is over is ended without a request, and the notice is sent at once', async () => {
  const over: ((at: Acting) => Promise<unknown>)[] = [
    leave,
    ({ person }) => server.db.execute(sql`update actings set expires_at = now() where user_id = ${person.id}`),
  ]
  for (const end of over) {
    const at = await acting()
    await fromTile(at)
    const { id } = await actingFor(server, at.person.id)
    const wake = vi.fn()
    await endOver({ db: server.db, outbox: { wake } })
    expect(wake).not.toHaveBeenCalled()
    await end(at)
    await endOver({ db: server.db, outbox: { wake } })
    expect(wake).toHaveBeenCalledOnce()
    expect(await noticesTo(server, at.application.id)).toEqual([id])
  }
})

test('nothing is redeemed in the last part of a second of an acting', async () => {
  const at = await acting()
  const { oAuthToken } = (await fromTile(at)).data
  await server.db.execute(sql`
    update actings set expires_at = date_trunc('second', now()) + interval '999 milliseconds' where user_id = ${at.person.id}`)
  const visitor = server.visitor({ web: false })
  expect(await visitor.call(redeem, { token: oAuthToken }, basic(at.application))).toMatchObject({ status: 400 })
  expect((await auditOf(server, at.application.id)).map(({ event }) => event)).not.toContain('launch.replayed')
})

test('people with one name are shown without a blank', async () => {
  for (const open of [fromTile, ({ visitor, application }: Acting) => getTokens(server, visitor, application)]) {
    const at = await acting()
    await at.visitor.call(endActing)
    await server.db.execute(sql`update users set last_name = '' where id in (${at.person.id}, ${at.actor.id})`)
    await beginActing(at.visitor, at.person.id)
    const opened = await open(at)
    if ('data' in opened) {
      const visitor = server.visitor({ web: false })
      await visitor.call(redeem, { token: opened.data.oAuthToken }, basic(at.application))
    }
    await at.visitor.call(endActing)
    const lines = [...(await auditOf(server, at.person.id)), ...(await auditOf(server, at.application.id))]
    const newest = lines
      .filter(({ event }) => event.startsWith('users.acting-') || event === 'launch.redeemed')
      .slice(2)
    expect(newest.length).toBeGreaterThanOrEqual(3)
    for (const { detail, event } of newest)
      expect(detail, event).toMatchObject({ name: 'Asha', administrator: 'Rohan' })
  }
})
