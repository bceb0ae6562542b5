import { endActing } from '@gatehouse/contract/acting.ts'
import { clients } from '@gatehouse/contract/admin/clients/clients.ts'
import { startActing } from '@gatehouse/contract/admin/people/acting.ts'
import { removeUserAuthenticator, userAuthenticators } from '@gatehouse/contract/admin/people/authenticators.ts'
import { endUserSessions, userSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { attachPermissionsToRole, detachPermissionsToRole } from '@gatehouse/contract/admin/roles/roles.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { CSRF_HEADER } from '@gatehouse/contract/envelope.ts'
import { listTiles, setFavourite } from '@gatehouse/contract/launch.ts'
import { listOwnActivity } from '@gatehouse/contract/own-activity.ts'
import {
  DestroySession,
  endOtherSessions,
  endOwnSession,
  getSession,
  getSessionState,
  listSessions,
} from '@gatehouse/contract/session.ts'
import { changePassword } from '@gatehouse/contract/signin.ts'
import pg from 'pg'
import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, inject, test } from 'vitest'
import { addAppTo } from '../../../../test/authenticators.ts'
import {
  aClient,
  anAddress,
  anApplication,
  anAssignment,
  openSessionFor,
  PASSWORD,
  someoneSignedIn,
  someoneWithAccess,
} from '../../../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import {
  authorize,
  authorizePath,
  browse,
  getTokens,
  send,
  someoneWithOidc,
  useListening,
} from '../../../../test/relying-party.ts'
import { permissionId } from '../../../../test/roles.ts'
import type { Visitor } from '../../../../test/server.ts'
import { aProgram } from '../../../../test/service-accounts.ts'
import { countWaiting } from '../../../../test/waiting.ts'
import { endOverActings } from '../../../sessions/acting.ts'

const server = useListening()

const REFUSED = {
  status: 403,
  msg: 'You are acting for somebody else. You can look at their pages, but change nothing.',
}
const REASON = 'A tile is missing'

const support = () => someoneWith(server, ['users:read', 'users:act'])
const start = (visitor: Visitor, userId: string) => visitor.call(startActing, { userId, reason: REASON })
const shownTo = async (visitor: Visitor) => (await visitor.call(getSession)).data.session
const stateOf = async (visitor: Visitor) => (await visitor.call(getSessionState)).data.userId

const endsOf = async (userId: string) =>
  (await auditOf(server, userId)).filter(({ event }) => event === 'users.acting-ended')

/** Support acts for somebody with an application. */
async function acting() {
  const someone = await someoneWithAccess(server)
  const actor = await support()
  expect(await start(actor.visitor, someone.person.id)).toMatchObject({ status: 200, msg: 'Acting Started' })
  return { someone, actor }
}

describe('acting for a person', () => {
  test('shows their pages in the session of the administrator, says who acts until when, and is no sign-in of theirs', async () => {
    const { someone, actor } = await acting()
    const stored = async () =>
      (
        await server.db.execute(sql`
          select u.last_sign_in_at, (select count(*) from sessions s where s.user_id = u.id) as sessions,
            (select count(*) from audit_events e where e.subject_id = u.id and e.event = 'signin.completed') as entries
          from users u where u.id = ${someone.person.id}`)
      ).rows
    const before = await stored()
    const session = await shownTo(actor.visitor)
    expect(session).toMatchObject({
      ...{ user: { _id: someone.person.id }, permissions: [], role: 'User', lastSignInAt: null },
      acting: { administrator: 'Rohan Rao' },
    })
    const left = Date.parse(session?.acting?.until ?? '') - Date.now()
    expect(left / 60_000).toBeGreaterThan(29)
    expect(left / 60_000).toBeLessThanOrEqual(30)
    expect(await stateOf(actor.visitor)).toBe(someone.person.id)
    const tiles = (await actor.visitor.call(listTiles)).data
    expect(tiles.map(({ _id }) => _id)).toEqual([someone.application.id])
    const again = await someone.visitor.call(getSession)
    expect(again.data.session).toMatchObject({ acting: null, user: { _id: someone.person.id } })
    expect(await stored()).toEqual(before)

    expect(await actor.visitor.call(endActing)).toMatchObject({ status: 200, msg: 'Acting Ended' })
    expect(await shownTo(actor.visitor)).toMatchObject({ acting: null, user: { _id: actor.person.id } })
    expect(await stateOf(actor.visitor)).toBe(actor.person.id)
    expect(await actor.visitor.call(users.list), 'the console is open again').toMatchObject({ status: 200 })
    expect(await actor.visitor.call(endActing), 'ending twice').toMatchObject({ status: 200 })
  })

  test('is told to the person, with name and reason, and both are in every line of the audit', async () => {
    const { someone, actor } = await acting()
    await actor.visitor.call(setFavourite, { applicationId: someone.application.id, isFavourite: true })
    await actor.visitor.call(endActing)
    expect((await noticesTo(server, someone.person.id)).map(({ notice }) => notice)).toContain('acting-started')
    const mail = (await server.inbox(someone.person.email)).find(({ subject }) => subject.includes('looks at your'))
    expect(mail?.text).toContain(REASON)
    expect(mail?.text).toContain('/lockaccount/')
    const { lines } = (await someone.visitor.call(listOwnActivity)).data
    expect(lines.slice(0, 3)).toMatchObject([
      { event: 'users.acting-ended', by: 'administrator', ip: null },
      { event: 'users.acting-refused', by: 'administrator', ip: null, changes: [] },
      {
        ...{ event: 'users.acting-started', by: 'administrator', ip: null },
        changes: [
          { field: 'administrator', after: 'Rohan Rao' },
          { field: 'reason', after: REASON },
        ],
      },
    ])
    const written = await auditOf(server, someone.person.id)
    const own = written.filter(({ event }) => /acting|refused/.test(event))
    expect(own.map(({ event, actorId }) => [event, actorId])).toEqual([
      ['users.acting-started', actor.person.id],
      ['users.acting-refused', actor.person.id],
      ['users.acting-ended', actor.person.id],
    ])
  })

  test('is in the sessions of both, and the person or an administrator ends it there', async () => {
    const { someone, actor } = await acting()
    const entry = { kind: 'acting', administrator: 'Rohan Rao', ip: '', browser: '', applications: [] }
    const [own, theirs] = (await someone.visitor.call(listSessions)).data
    expect(own).toMatchObject({ isCurrent: true, kind: 'cookie', administrator: null, actsFor: null })
    expect(theirs).toMatchObject({ ...entry, isCurrent: false })
    expect((await actor.visitor.call(listSessions)).data[0], 'seen by who acts').toMatchObject({
      ...entry,
      isCurrent: true,
    })
    const admin = (await anAdministrator(server)).visitor
    const sessionsOf = async (userId: string) => (await admin.call(userSessions, { userId })).data
    expect(await sessionsOf(actor.person.id)).toMatchObject([{ kind: 'cookie', actsFor: 'Asha Rao' }])
    expect(await someone.visitor.call(endOwnSession, { sessionId: theirs?._id ?? '' })).toMatchObject({ status: 200 })
    expect((await shownTo(actor.visitor))?.user._id).toBe(actor.person.id)
    expect((await someone.visitor.call(listSessions)).data).toHaveLength(1)
    expect(await sessionsOf(actor.person.id)).toMatchObject([{ actsFor: null }])

    await start(actor.visitor, someone.person.id)
    const again = (await sessionsOf(someone.person.id)).find(({ kind }) => kind === 'acting')
    expect(await admin.call(endUserSessions, { userId: someone.person.id, sessionId: again?._id ?? '' })).toMatchObject(
      { status: 200, data: { ended: 1 } },
    )
    expect((await shownTo(actor.visitor))?.acting).toBeNull()
    const other = (await someoneSignedIn(server)).visitor
    await start(actor.visitor, someone.person.id)
    const third = (await sessionsOf(someone.person.id)).find(({ kind }) => kind === 'acting')
    expect(await other.call(endOwnSession, { sessionId: third?._id ?? '' }), 'of somebody else').toMatchObject({
      status: 404,
    })
    await someone.visitor.call(endOtherSessions)
    expect((await shownTo(actor.visitor))?.acting).toBeNull()
  })
})

/** The person's own pages, without those on which other people stand. */
const ALLOWED = [
  '/api/session',
  '/api/auth/oauth2/DestroySession',
  '/api/session/list',
  '/api/session/endActing',
  '/api/session/activity',
  '/api/session/notices',
  '/api/session/phone',
  '/api/session/passkeys',
  '/api/session/authenticators',
  '/api/session/recoveryCodes',
  '/api/session/rememberedBrowsers',
  '/api/launch/tiles',
  '/api/launch/appAuth',
  '/api/launch/sso',
  '/api/auth/oauth2/grantToken',
  '/api/launch/missing',
  '/api/access/applications',
  '/api/access/own',
  '/api/access/requests',
  '/api/standIns',
  '/api/oidc/consents',
]

test('every call but those that read the person’s own pages is refused while acting, and nothing is changed', async () => {
  const allowed = ENDPOINTS.filter(({ whileActing }) => whileActing === 'read').map(({ path }) => path)
  expect(allowed.toSorted()).toEqual(ALLOWED.toSorted())
  const changing = ENDPOINTS.filter(({ whileActing, method }) => whileActing === 'read' && method === 'POST')
  expect(changing.map(({ path }) => path).toSorted()).toEqual([
    ...['/api/auth/oauth2/DestroySession', '/api/auth/oauth2/grantToken', '/api/launch/appAuth', '/api/launch/sso'],
    '/api/session/endActing',
  ])
  const { actor } = await acting()
  const token = { [CSRF_HEADER]: (await shownTo(actor.visitor))?.csrfToken ?? '' }
  const calls = ENDPOINTS.filter(({ access }) => access !== 'public' && access !== 'application')
  for (const call of calls) {
    if (call.path === endActing.path) continue
    const { status, msg } = await actor.visitor.call(call, {}, token)
    expect(status === REFUSED.status && msg === REFUSED.msg, call.path).toBe(call.whileActing !== 'read')
  }
  for (const url of ['/api/users/export', '/api/admin/activity/export', '/api/users/uploadProfileImage']) {
    const cookie = Object.entries(actor.visitor.cookies).map(([name, value]) => `${name}=${value}`)
    const { statusCode } = await server.app.inject({
      url,
      headers: { host: 'localhost:3000', cookie: cookie.join('; ') },
    })
    expect(statusCode, url).not.toBe(200)
  }
})

describe('acting ends', () => {
  type At = { actorId: string; roleId: string; userId: string }
  /** What ends it, with the cause in the audit, and what takes that back. */
  const ENDS: Record<string, [cause: string, end: (at: At) => Sql, back: (at: At) => Sql]> = {
    'after its time': [
      'time',
      ({ userId }) => sql`update actings set expires_at = now() where user_id = ${userId}`,
      ({ userId }) => sql`update actings set expires_at = now() + interval '1 minute' where user_id = ${userId}`,
    ],
    'when the person is suspended or locked': [
      'person',
      ({ userId }) => sql`update users set is_active = false where id = ${userId}`,
      ({ userId }) => sql`update users set is_active = true where id = ${userId}`,
    ],
    'when the person is deleted': [
      'person',
      ({ userId }) => sql`update users set deleted_at = now() where id = ${userId}`,
      ({ userId }) => sql`update users set deleted_at = null where id = ${userId}`,
    ],
    'when the permission is taken away': [
      'permission',
      ({ roleId }) => sql`
      delete from role_permissions rp using permissions p where p.id = rp.permission_id and p.name = 'users:act' and rp.role_id = ${roleId}`,
      ({ roleId }) => sql`
      insert into role_permissions (role_id, permission_id) select ${roleId}, id from permissions where name = 'users:act'`,
    ],
    'when the permission is made inactive for the role': [
      'permission',
      ({ roleId }) => sql`update roles set status = 'INACTIVE' where id = ${roleId}`,
      ({ roleId }) => sql`update roles set status = 'ACTIVE' where id = ${roleId}`,
    ],
    'when the role is deleted': [
      'permission',
      ({ roleId }) => sql`update roles set deleted_at = now() where id = ${roleId}`,
      ({ roleId }) => sql`update roles set deleted_at = null where id = ${roleId}`,
    ],
    'when the role needs a stronger sign-in': [
      'strength',
      ({ roleId }) => sql`update roles set needs_strong_sign_in = true where id = ${roleId}`,
      ({ roleId }) => sql`update roles set needs_strong_sign_in = false where id = ${roleId}`,
    ],
    'when the person may do more by now': [
      'rank',
      ({ userId }) =>
        sql`update users set role_id = (select id from roles where system = 'admin') where id = ${userId}`,
      ({ userId }) => sql`update users set role_id = null where id = ${userId}`,
    ],
    'with a new sign-in of the administrator': [
      'sign-in',
      ({ actorId }) => sql`update sessions set authenticated_at = now() where user_id = ${actorId}`,
      ({ actorId }) => sql`update sessions set authenticated_at = created_at where user_id = ${actorId}`,
    ],
  }
  test.each(Object.entries(ENDS))(
    '%s: the session is that of the administrator again, for good, and one line says so',
    async (_, [cause, end, back]) => {
      const { someone, actor } = await acting()
      const at = { actorId: actor.person.id, roleId: actor.roleId, userId: someone.person.id }
      await server.db.execute(end(at))
      expect(await stateOf(actor.visitor)).toBe(actor.person.id)
      const shown = await Promise.all([shownTo(actor.visitor), shownTo(actor.visitor), shownTo(actor.visitor)])
      for (const one of shown) expect(one).toMatchObject({ acting: null, user: { _id: actor.person.id } })
      await server.db.execute(back(at))
      expect(await shownTo(actor.visitor), 'taken back').toMatchObject({ acting: null, user: { _id: actor.person.id } })
      expect(await stateOf(actor.visitor)).toBe(actor.person.id)
      await endOverActings(server.db)
      expect(await endsOf(someone.person.id)).toMatchObject([
        { actorId: actor.person.id, detail: { name: 'Asha Rao', administrator: 'Rohan Rao', cause } },
      ])
    },
  )

  test('by the person and by administrators with all sessions, and each end is counted and recorded once', async () => {
    const { someone, actor } = await acting()
    const { person, visitor } = someone
    expect((await visitor.call(endOtherSessions)).data).toEqual({ ended: 1 })
    expect((await shownTo(actor.visitor))?.acting).toBeNull()
    await start(actor.visitor, person.id)
    const admin = await anAdministrator(server)
    expect((await admin.visitor.call(endUserSessions, { userId: person.id })).data).toEqual({ ended: 2 })
    expect((await shownTo(actor.visitor))?.acting).toBeNull()
    expect(await endsOf(person.id)).toMatchObject([
      { actorId: person.id, detail: { cause: 'ended-by-owner' } },
      { actorId: admin.person.id, detail: { cause: 'ended-by-administrator' } },
    ])
    await start(actor.visitor, person.id)
    await admin.visitor.call(endUserSessions, { userId: actor.person.id })
    expect(await shownTo(actor.visitor)).toBeNull()
    expect((await endsOf(person.id)).slice(2)).toMatchObject([{ actorId: admin.person.id }])
  })

  test('for good when the permission is taken away and given back between two requests', async () => {
    const { someone, actor } = await acting()
    const admin = await anAdministrator(server)
    const change = { roleId: actor.roleId, permissionId: await permissionId(server, 'users:act') }
    expect(await admin.visitor.call(detachPermissionsToRole, change)).toMatchObject({ status: 200 })
    expect(await admin.visitor.call(attachPermissionsToRole, change)).toMatchObject({ status: 200 })
    expect(await shownTo(actor.visitor)).toMatchObject({ acting: null, user: { _id: actor.person.id } })
    expect(await endsOf(someone.person.id)).toMatchObject([{ detail: { cause: 'permission' } }])
  })

  test('when a client of the administrator begins to need a strong sign-in, or they lose the factor of theirs', async () => {
    const admin = (await anAdministrator(server)).visitor
    const client = await aClient(server)
    const save = async (needsStrongSignIn: boolean) => {
      const row = ((await admin.call(clients.list)).data as { _id: string }[]).find(({ _id }) => _id === client.id)
      const input = { ...row, needsStrongSignIn, clientId: client.id, _id: undefined, version: undefined }
      expect(await admin.call(clients.update, input as never)).toMatchObject({ status: 200 })
    }
    const { id: applicationId } = await anApplication(server)
    const assign = (userId: string) => anAssignment(server, userId, applicationId, client.id)
    const ended = async ({ someone, actor }: Awaited<ReturnType<typeof acting>>, how: string) => {
      expect(await endsOf(someone.person.id), how).toMatchObject([{ detail: { cause: 'strength' } }])
      expect(await shownTo(actor.visitor), how).toMatchObject({ acting: null, user: { _id: actor.person.id } })
    }

    const weak = await acting()
    await assign(weak.actor.person.id)
    await save(true)
    // Taken back before the next request: it stays over.
    await save(false)
    await ended(weak, 'the policy begins')

    const actor = await support()
    await addAppTo(server, actor.visitor)
    const someone = await someoneSignedIn(server)
    await start(actor.visitor, someone.person.id)
    await assign(actor.person.id)
    await save(true)
    expect((await shownTo(actor.visitor))?.acting, 'a strong session').not.toBeNull()
    const { id: userId } = actor.person
    const [app] = (await admin.call(userAuthenticators, { userId })).data
    await admin.call(removeUserAuthenticator, { userId, authenticatorId: app?._id ?? '' })
    await save(false)
    await ended({ someone: { ...someone } as never, actor }, 'the factor is removed')

    const assigned = await acting()
    await save(true)
    await assign(assigned.actor.person.id)
    expect((await shownTo(assigned.actor.visitor))?.acting, 'the next request').toBeNull()
    await ended(assigned, 'another client is theirs')
  })

  test('under the name of who changes the password or deactivates the person, whose row is never used before it began', async () => {
    const { someone, actor } = await acting()
    const admin = await anAdministrator(server)
    const [row] = (await admin.visitor.call(userSessions, { userId: someone.person.id })).data.filter(
      ({ kind }) => kind === 'acting',
    )
    expect((row?.lastSeenAt ?? '') >= (row?.signedInAt ?? 'none')).toBe(true)
    const changed = { oldPassword: PASSWORD, newPassword: 'Heron#Quartz58*Mill' }
    expect(await someone.visitor.call(changePassword, changed as never)).toMatchObject({ status: 200 })
    await start(actor.visitor, someone.person.id)
    const off = await admin.visitor.call(users.update, {
      ...{ userId: someone.person.id, firstName: 'Asha', lastName: 'Rao', email: someone.person.email },
      ...{ phoneNumber: someone.person.phoneNumber, isActive: false },
    } as never)
    expect(off).toMatchObject({ status: 200 })
    expect(await endsOf(someone.person.id)).toMatchObject([
      { actorId: someone.person.id, detail: { cause: 'password-changed' } },
      { actorId: admin.person.id, detail: { cause: 'deactivated' } },
    ])
  })

  test('without any further request: the upkeep writes the line, once', async () => {
    const ENDED: [string, (at: { actorId: string; userId: string }) => Sql][] = [
      ['time', ({ userId }) => sql`update actings set expires_at = now() where user_id = ${userId}`],
      ['session', ({ actorId }) => sql`update users set is_active = false where id = ${actorId}`],
      ['session', ({ actorId }) => sql`update sessions set ended_at = now() where user_id = ${actorId}`],
      ['session', ({ actorId }) => sql`delete from sessions where user_id = ${actorId}`],
    ]
    const running = await acting()
    for (const [cause, end] of ENDED) {
      const { someone, actor } = await acting()
      await server.db.execute(end({ actorId: actor.person.id, userId: someone.person.id }))
      await Promise.all([endOverActings(server.db), endOverActings(server.db)])
      expect(await endsOf(someone.person.id)).toMatchObject([{ actorId: actor.person.id, detail: { cause } }])
    }
    expect((await shownTo(running.actor.visitor))?.acting).not.toBeNull()
  })

  test('with the session of the administrator: sign-out, lock, and another role', async () => {
    const OVER: Record<string, Sql | null> = {
      'sign-out': null,
      lock: sql`update users set is_active = false`,
      'another role': sql`update users set role_id = null`,
    }
    for (const [how, change] of Object.entries(OVER)) {
      const { someone, actor } = await acting()
      if (change === null) await actor.visitor.call(DestroySession)
      else await server.db.execute(sql`${change} where id = ${actor.person.id}`)
      expect(await shownTo(actor.visitor), how).toBeNull()
      expect((await someone.visitor.call(getSession)).data.session, 'the person stays').not.toBeNull()
      const kinds = (await someone.visitor.call(listSessions)).data.map(({ kind }) => kind)
      expect(kinds, how).toEqual(['cookie'])
    }
  })

  test('and a page that was loaded before or left open afterwards changes nothing under the other name', async () => {
    const someone = await someoneWithAccess(server)
    const actor = await support()
    const own = (await shownTo(actor.visitor))?.csrfToken ?? ''
    await start(actor.visitor, someone.person.id)
    const theirs = (await shownTo(actor.visitor))?.csrfToken ?? ''
    expect(theirs).not.toBe(own)
    const favourite = { applicationId: someone.application.id, isFavourite: true }
    const FORGED = { status: 403, msg: expect.not.stringContaining('acting') }
    expect(await actor.visitor.call(setFavourite, favourite, { [CSRF_HEADER]: own })).toMatchObject(FORGED)
    expect(await actor.visitor.call(endActing, {}, { [CSRF_HEADER]: own }), 'forged end').toMatchObject(FORGED)
    await actor.visitor.call(endActing)
    expect(await actor.visitor.call(setFavourite, favourite, { [CSRF_HEADER]: theirs })).toMatchObject(FORGED)
  })
})

describe('acting is refused', () => {
  test('for oneself, for who may do more, for nobody, for the inactive, without a reason, and without the permission', async () => {
    const actor = await support()
    const someone = await someoneSignedIn(server)
    const above = await someoneWith(server, ['users:read', 'users:act', 'audit:read'])
    const equal = await support()
    const weak = await someoneWith(server, ['users:read', 'users:write'])
    const cases: [Visitor, string, object][] = [
      [actor.visitor, actor.person.id, { status: 409 }],
      [actor.visitor, above.person.id, { status: 403, msg: expect.stringContaining('more permissions') }],
      [actor.visitor, '018f0000-0000-7000-8000-000000000000', { status: 404 }],
      [weak.visitor, someone.person.id, { status: 403 }],
      [someone.visitor, equal.person.id, { status: 403 }],
    ]
    for (const [visitor, userId, answer] of cases) expect(await start(visitor, userId)).toMatchObject(answer)
    expect(await actor.visitor.call(startActing, { userId: someone.person.id, reason: ' ' })).toMatchObject({
      status: 400,
      msg: 'Reason is required',
    })
    for (const reason of ['See https://evil.example', 'Write to me@evil.example', 'Open evil.example/now', '1.co'])
      expect(await actor.visitor.call(startActing, { userId: someone.person.id, reason }), reason).toMatchObject({
        ...{ status: 400, msg: 'Leave out links and addresses' },
      })
    await server.db.execute(sql`update users set is_active = false where id = ${someone.person.id}`)
    expect(await start(actor.visitor, someone.person.id)).toMatchObject({ status: 409 })
    const { rows } = await server.db.execute(sql`select from actings where actor_id = ${actor.person.id}`)
    expect(rows).toHaveLength(0)

    expect(await start(actor.visitor, equal.person.id), 'for an equal').toMatchObject({ status: 200 })
    expect(await actor.visitor.call(users.list), 'without their console').toMatchObject(REFUSED)
  })

  test('to service accounts and tokens, and while acting; of two starts at once one wins', async () => {
    const someone = await someoneSignedIn(server)
    const program = await aProgram(server, ['users:read', 'users:act'])
    expect(await start(program.visitor, someone.person.id)).toMatchObject({ status: 403 })
    const actor = await support()
    const starts = await Promise.all([start(actor.visitor, someone.person.id), start(actor.visitor, someone.person.id)])
    expect(starts.map(({ status }) => status).toSorted()[0]).toBe(200)
    const { rows } = await server.db.execute(sql`select from actings where actor_id = ${actor.person.id}`)
    expect(rows).toHaveLength(1)
    expect(await start(actor.visitor, (await someoneSignedIn(server)).person.id)).toMatchObject(REFUSED)

    const tokens = await support()
    await server.db.execute(sql`update sessions set kind = 'bearer' where user_id = ${tokens.person.id}`)
    const authorization = `Bearer ${tokens.visitor.cookies['__Host-eai_sid']}`
    const bearer = server.visitor({ web: false, ip: anAddress(), headers: { authorization } })
    expect(await start(bearer, someone.person.id)).toMatchObject({
      status: 403,
      msg: 'Acting for somebody works in a browser only.',
    })
  })

  test('never because of each other: two who begin to act for each other at the same moment both do', async () => {
    const [one, other] = [await anAdministrator(server), await anAdministrator(server)]
    const starting = await server.db.transaction(async (tx) => {
      await tx.execute(sql`lock table actings in exclusive mode`)
      const starts = [start(one.visitor, other.person.id), start(other.visitor, one.person.id)]
      // Each has locked the other person and waits to be stored, which looks at their own row.
      await expect.poll(() => countWaiting(server)).toBe(2)
      return { starts }
    })
    expect((await Promise.all(starting.starts)).map(({ status }) => status)).toEqual([200, 200])
  })

  test('beyond thirty starts an hour by one administrator, and ten a day for one person', async () => {
    const someone = await someoneSignedIn(server)
    const other = await someoneSignedIn(server)
    const actor = await support()
    const again = async (userId: string) => {
      const { status } = await start(actor.visitor, userId)
      await actor.visitor.call(endActing)
      return status
    }
    for (let count = 0; count < 10; count++) expect(await again(someone.person.id)).toBe(200)
    expect(await again(someone.person.id), 'the eleventh').toBe(429)
    expect((await start((await support()).visitor, someone.person.id)).status, 'by somebody else').toBe(429)
    await server.db.execute(sql`update throttles set count = 29 where bucket = 'acting-starts'`)
    expect(await again(other.person.id), 'the thirtieth').toBe(200)
    expect(await again(other.person.id), 'the thirty-first').toBe(429)
    const told = (await noticesTo(server, other.person.id)).filter(({ notice }) => notice === 'acting-started')
    expect(told).toHaveLength(1)
  })

  test('asks for a recent sign-in first where the role wants one', async () => {
    const actor = await support()
    const someone = await someoneSignedIn(server)
    await server.db.execute(sql`update roles set confirm_minutes = 15 where id = ${actor.roleId}`)
    await server.db.execute(sql`
      update sessions set authenticated_at = now() - interval '16 minutes' where user_id = ${actor.person.id}`)
    expect(await start(actor.visitor, someone.person.id)).toMatchObject({ status: 403, msg: 'Confirm that it is you.' })
    await openSessionFor(server, actor.visitor, actor.person.id)
    expect(await start(actor.visitor, someone.person.id)).toMatchObject({ status: 200 })
  })
})

test('an application that does not allow it gets no token: neither of the person nor of the administrator', async () => {
  const someone = await someoneWithOidc(server)
  const actor = await support()
  await server.db.execute(sql`
    insert into assignments (id, user_id, application_id, client_id, role)
    select gen_random_uuid(), ${actor.person.id}, application_id, client_id, role from assignments where user_id = ${someone.person.id}`)
  expect((await getTokens(server, actor.visitor, someone.application)).status).toBe(200)
  await start(actor.visitor, someone.person.id)
  const grants = () => server.db.execute(sql`select count(*)::int as n from oidc_grants`)
  const before = (await grants()).rows
  for (const changes of [
    {},
    { state: 'other' },
    { prompt: 'none' },
    { prompt: 'login' },
    { scope: 'openid offline_access' },
  ]) {
    const { reply } = await authorize(server, actor.visitor, someone.application, changes)
    expect([reply.status, reply.headers.location]).toEqual([303, '/dashboard'])
  }
  const secret = actor.visitor.cookies['__Host-eai_sid']
  const spelled = (cookie: string) =>
    send(server, authorizePath(someone.application), { headers: { cookie } }).then(({ status, headers }) => [
      status,
      headers.location,
    ])
  for (const cookie of [
    `a=b;__Host-eai_sid=${secret}`,
    `a=b;  __Host-eai_sid=${secret}`,
    `__Host-eai_sid="${secret}"`,
    `a=b; __Host-eai_sid=${secret};c=d`,
  ])
    expect(await spelled(cookie), cookie).toEqual([303, '/dashboard'])
  expect((await grants()).rows).toEqual(before)
  await actor.visitor.call(endActing)
  expect((await getTokens(server, actor.visitor, someone.application)).status).toBe(200)
})

test('an acting that begins while an application asks leads to the portal, like one that runs', async () => {
  const [actor, someone] = [await support(), await someoneSignedIn(server)]
  const later = new pg.Client({ ...inject('postgres'), database: server.db.pool.options.database as string })
  await later.connect()
  // The request reads the session twice; the acting is stored between the two: it waits for the first, the second for it.
  const { asking, beginning } = await server.db.transaction(async (tx) => {
    await tx.execute(sql`lock table sessions in access exclusive mode`)
    const asking = browse(server, actor.visitor, '/oauth2/authorize')
    await expect.poll(() => countWaiting(server)).toBe(1)
    const beginning = later.query(`
      begin; lock table sessions in access exclusive mode;
      insert into actings (id, session_id, actor_id, user_id, reason, expires_at)
        select gen_random_uuid(), id, user_id, '${someone.person.id}', '', now() + interval '1 minute' from sessions
        where user_id = '${actor.person.id}';
      commit`)
    await expect.poll(() => countWaiting(server)).toBe(2)
    return { asking, beginning }
  })
  const [{ status, headers }] = await Promise.all([asking, beginning])
  await later.end()
  expect([status, headers.location]).toEqual([303, '/dashboard'])
})
