import * as requests from '@gatehouse/contract/access-requests.ts'
import { endActing } from '@gatehouse/contract/acting.ts'
import { approveAccess, declineAccess, listAccessRequests } from '@gatehouse/contract/admin/people/access-requests.ts'
import { startActing } from '@gatehouse/contract/admin/people/acting.ts'
import { userSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { addUserApplicationClinetRole as assign, users } from '@gatehouse/contract/admin/people/users.ts'
import { attachPermissionsToRole, detachPermissionsToRole } from '@gatehouse/contract/admin/roles/roles.ts'
import type { Endpoint } from '@gatehouse/contract/endpoint.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { CSRF_HEADER } from '@gatehouse/contract/envelope.ts'
import { listTiles, setFavourite } from '@gatehouse/contract/launch.ts'
import { listOwnActivity } from '@gatehouse/contract/own-activity.ts'
import { getOwnNotices, putOffNotice } from '@gatehouse/contract/own-notices.ts'
import { changeOwnName } from '@gatehouse/contract/own-profile.ts'
import * as owned from '@gatehouse/contract/owned-requests.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import { getSession, listSessions } from '@gatehouse/contract/session.ts'
import { removeProfileImage, UPLOADS, uploadProfileImage } from '@gatehouse/contract/uploads.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { openToRequests, saveRequestRule, useDecider } from '../../../../test/access-requests.ts'
import { aClient, anApplication, anAssignment, someoneWithAccess } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { drawn, send } from '../../../../test/pictures.ts'
import { aRole, permissionId, permissionsOf } from '../../../../test/roles.ts'
import { useTestServer, type Visitor } from '../../../../test/server.ts'
import { aProgram } from '../../../../test/service-accounts.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const decider = useDecider(server)

const REASON = 'You asked for help'
const READ_ONLY = 'You are acting for somebody else. You can look at their pages, but change nothing.'
const NOT_THIS = 'You are acting for somebody else. Only they can do this.'
const WHO: Permission[] = ['users:read', 'users:act', 'users:act-change']

const start = (visitor: Visitor, userId: string, mayChange?: boolean) =>
  visitor.call(startActing, { userId, reason: REASON, ...(mayChange !== undefined && { mayChange }) })
const shownTo = async (visitor: Visitor) => (await visitor.call(getSession)).data.session
const tokenOf = async (visitor: Visitor) => ({ [CSRF_HEADER]: (await shownTo(visitor))?.csrfToken ?? '' })

/** Somebody acts for a person with an application, and may change things. */
async function acting(mayChange = true, permissions = WHO) {
  const someone = await someoneWithAccess(server)
  const actor = await someoneWith(server, permissions)
  expect(await start(actor.visitor, someone.person.id, mayChange)).toMatchObject({ status: 200 })
  return { someone, actor, token: await tokenOf(actor.visitor) }
}

/** The calls of `ENDPOINTS` and `UPLOADS` that change something while acting. Each is judged in ADR 0133. */
const CHANGES = [
  '/api/access/request',
  '/api/access/withdraw',
  '/api/launch/favourite',
  '/api/session/name',
  '/api/session/notices/putOff',
  '/api/users/removeProfileImage',
  '/api/users/uploadProfileImage',
]

test('a short list of calls changes something in an acting that may, and no other does', async () => {
  const isChange = ({ whileActing }: Pick<Endpoint, 'whileActing'>) => whileActing === 'change'
  const listed = [...ENDPOINTS.filter(isChange), ...UPLOADS.filter(isChange)].map(({ path }) => path)
  expect(listed.toSorted()).toEqual(CHANGES)
  const { actor, token } = await acting()
  const isRefused = ({ status, msg }: { status: number; msg: string }) => status === 403 && msg === NOT_THIS
  const calls = ENDPOINTS.filter(({ access }) => access !== 'public' && access !== 'application')
  for (const call of calls) {
    if (call.path === endActing.path) continue
    expect(isRefused(await actor.visitor.call(call, {}, token)), call.path).toBe(call.whileActing === undefined)
  }
  for (const upload of UPLOADS) {
    const answer = await send(server, actor.visitor, upload, 'no picture')
    expect(isRefused(answer), upload.path).toBe(upload.path !== uploadProfileImage.path)
  }
  const reader = await acting(false)
  const answer = await send(server, reader.actor.visitor, uploadProfileImage, 'no picture')
  expect(answer).toMatchObject({ status: 403, msg: READ_ONLY })
})

describe('what is changed while acting', () => {
  test('has the administrator as actor and the person as subject, and the person reads who it was', async () => {
    const { someone, actor, token } = await acting()
    const { person, application } = someone
    const by = actor.visitor
    const favourite = { applicationId: application.id, isFavourite: true }
    expect(await by.call(setFavourite, favourite, token)).toMatchObject({ status: 200 })
    expect(await by.call(setFavourite, favourite, token), 'again').toMatchObject({ status: 200 })
    expect(await by.call(changeOwnName, { firstName: 'Aisha', lastName: 'Khan' }, token)).toMatchObject({ status: 200 })
    const put = { notice: 'assignment-ends', isPutOff: true } as const
    expect(await by.call(putOffNotice, put, token)).toMatchObject({ status: 200 })
    const picture = await send(server, by, uploadProfileImage, await drawn().png().toBuffer())
    expect(picture).toMatchObject({ status: 200 })
    expect((await shownTo(someone.visitor))?.user).toMatchObject({ firstName: 'Aisha', profileImage: picture.msg })
    expect(await by.call(removeProfileImage, {}, token)).toMatchObject({ status: 200 })
    expect(await by.call(setFavourite, { ...favourite, isFavourite: false }, token)).toMatchObject({ status: 200 })

    expect((await someone.visitor.call(getOwnNotices)).data.putOff).toEqual(['assignment-ends'])
    const { rows } = await server.db.execute(sql`select updated_by as by from users where id = ${person.id}`)
    expect(rows).toEqual([{ by: actor.person.id }])
    const administrator = 'Rohan Rao'
    const made = (await auditOf(server, person.id)).filter(({ event }) => /updated|preferences|favourite/.test(event))
    expect(made.map(({ event, detail }) => [event, (detail.changes as { field: string }[])[0]?.field])).toEqual([
      ['users.favourite-changed', 'favourite'],
      ['users.updated', 'firstName'],
      ['users.preferences-changed', 'noticesPutOff'],
      ['users.updated', 'profileImage'],
      ['users.updated', 'profileImage'],
      ['users.favourite-changed', 'favourite'],
    ])
    for (const line of made) expect(line).toMatchObject({ actorId: actor.person.id, detail: { administrator } })
    const { lines } = (await someone.visitor.call(listOwnActivity)).data
    for (const line of lines.slice(0, 6)) expect(line).toMatchObject({ by: 'administrator', ip: null, browser: '' })
    for (const { changes } of lines.slice(0, 6))
      expect(changes.at(-1)).toEqual({ field: 'administrator', before: null, after: administrator })
    expect(lines[5]?.changes[0]).toEqual({ field: 'favourite', before: null, after: application.name })

    // In their own name again: nothing says that somebody acted.
    await someone.visitor.call(changeOwnName, { firstName: 'Asha', lastName: 'Khan' })
    const last = (await auditOf(server, person.id)).at(-1)
    expect(last).toMatchObject({ event: 'users.updated', actorId: person.id })
    expect(last?.detail).not.toHaveProperty('administrator')
    await someone.visitor.call(setFavourite, favourite)
    expect((await auditOf(server, person.id)).at(-1)).toEqual(last)
  })

  test('is announced to the person: by the message, in both languages, in their activity and among their sessions', async () => {
    const { someone, actor } = await acting()
    const own = await someone.visitor.call(listSessions)
    expect(own.data).toMatchObject([{ mayChange: false }, { kind: 'acting', mayChange: true }])
    const { data } = await admin.call(userSessions, { userId: someone.person.id })
    expect(data.find(({ kind }) => kind === 'acting')).toMatchObject({ mayChange: true })
    expect((await shownTo(actor.visitor))?.acting).toMatchObject({ mayChange: true })
    const { lines } = (await someone.visitor.call(listOwnActivity)).data
    expect(lines[0]).toMatchObject({
      event: 'users.acting-started',
      changes: [{ field: 'administrator' }, { field: 'reason' }, { field: 'mayChange', after: 'true' }],
    })
    expect((await noticesTo(server, someone.person.id)).map(({ notice }) => notice)).toContain('acting-started')
    const mailTo = async (email: string) => (await server.inbox(email))[0]?.text
    const subjectTo = async (email: string) => (await server.inbox(email))[0]?.subject
    const mail = await mailTo(someone.person.email)
    expect(mail).toContain('They may also change things for you')
    expect(mail).not.toContain('change nothing')
    expect(await subjectTo(someone.person.email)).toContain('Rohan Rao may change some things in your')

    const reader = await acting(false)
    expect(await mailTo(reader.someone.person.email)).toContain('but change nothing')
    expect(await subjectTo(reader.someone.person.email)).toContain('Rohan Rao looks at your')
    expect((await shownTo(reader.actor.visitor))?.acting).toMatchObject({ mayChange: false })
    const hindi = await someoneWithAccess(server)
    await server.db.execute(sql`update users set language = 'hi', language_chosen = true where id = ${hindi.person.id}`)
    await start((await someoneWith(server, WHO)).visitor, hindi.person.id, true)
    expect(await mailTo(hindi.person.email)).toContain('बदल भी सकते हैं')
    expect(await subjectTo(hindi.person.email)).toContain('कुछ बातें बदल सकते हैं')
  })
})

describe('the permission', () => {
  test('is asked for at the start, and is given to no role but Admin, which has all', async () => {
    const someone = await someoneWithAccess(server)
    const weak = await someoneWith(server, ['users:read', 'users:act'])
    expect(await start(weak.visitor, someone.person.id, true)).toMatchObject({
      ...{ status: 403, msg: 'To change things for the person you also need users:act-change.' },
    })
    expect((await shownTo(weak.visitor))?.acting).toBeNull()
    expect(await start(weak.visitor, someone.person.id, false)).toMatchObject({ status: 200 })
    const alone = await someoneWith(server, ['users:read', 'users:act-change'])
    expect(await start(alone.visitor, someone.person.id, true)).toMatchObject({ status: 403 })
    const { rows } = await server.db.execute<{ system: string | null }>(sql`
      select distinct r.system from roles r join role_permissions rp on rp.role_id = r.id
        join permissions p on p.id = rp.permission_id where p.name = 'users:act-change' and r.system is not null`)
    expect(rows).toEqual([{ system: 'admin' }])
    expect(await permissionsOf(server, await aRole(server, ['users:act']))).toEqual(['users:act'])
  })

  test('ends such an acting for good when it is taken away, and no other', async () => {
    const { someone, actor, token } = await acting()
    const reader = await acting(false)
    const id = await permissionId(server, 'users:act-change')
    const detach = (roleId: string) => admin.call(detachPermissionsToRole, { roleId, permissionId: id })
    expect(await detach(actor.roleId)).toMatchObject({ status: 200 })
    expect(await detach(reader.actor.roleId)).toMatchObject({ status: 200 })
    await admin.call(attachPermissionsToRole, { roleId: actor.roleId, permissionId: id })
    const favourite = { applicationId: someone.application.id, isFavourite: true }
    expect((await actor.visitor.call(setFavourite, favourite, token)).status).toBe(403)
    expect(await shownTo(actor.visitor)).toMatchObject({ acting: null, user: { _id: actor.person.id } })
    expect((await someone.visitor.call(listTiles)).data).toMatchObject([{ isFavourite: false }])
    const ends = (await auditOf(server, someone.person.id)).filter(({ event }) => event === 'users.acting-ended')
    expect(ends).toMatchObject([{ actorId: actor.person.id, detail: { cause: 'permission' } }])
    expect((await shownTo(reader.actor.visitor))?.acting).not.toBeNull()
  })

  test('is not enough for somebody who may do more', async () => {
    const actor = await someoneWith(server, WHO)
    const above = await someoneWith(server, [...WHO, 'audit:read'])
    expect(await start(actor.visitor, above.person.id, true)).toMatchObject({ status: 403 })
  })
})

describe('a request for access that is made while acting', () => {
  /** An application that may be asked for, and an administrator who has asked for it while acting for somebody. */
  async function asked(more: Permission[] = ['users:write'], owner = false) {
    const [client, application] = await Promise.all([aClient(server), anApplication(server)])
    await openToRequests(server, application.id, [client.id])
    const { someone, actor, token } = await acting(true, [...WHO, ...more])
    await anAssignment(server, someone.person.id, someone.application.id, client.id)
    await server.db.execute(sql`update users set email_verified_at = now() where id = ${actor.person.id}`)
    if (owner) await saveRequestRule(admin, application.id, { owners: [actor.person.email] })
    const wanted = { applicationId: application.id, clientId: client.id, reason: 'For audits' }
    const { status, data } = await actor.visitor.call(requests.requestAccess, wanted, token)
    expect(status).toBe(200)
    const approval = { requestId: data._id, userId: someone.person.id, clientId: client.id, role: 'Clerk' }
    return { someone, actor, token, client, application, requestId: data._id, approval }
  }
  const OWN = 'You have asked for this yourself, for this person. Somebody else decides about it.'

  test('names both, is sent to others, and is decided by others in the console', async () => {
    const { someone, actor, requestId, approval, application, client } = await asked()
    const own = (await someone.visitor.call(requests.listOwnAccessRequests)).data
    expect(own).toMatchObject([{ _id: requestId, requestedBy: 'Rohan Rao', state: 'waiting' }])
    const hears = async (userId: string) => (await noticesTo(server, userId)).map(({ notice }) => notice)
    expect(await hears(decider.person.id)).toContain('access-requested')
    expect(await hears(actor.person.id)).not.toContain('access-requested')
    const line = (await auditOf(server, someone.person.id)).find(({ event }) => event === 'users.access-requested')
    expect(line).toMatchObject({ actorId: actor.person.id, detail: { administrator: 'Rohan Rao' } })

    await actor.visitor.call(endActing)
    const listed = async ({ call }: Visitor) => (await call(listAccessRequests, { requestId })).data.rows
    expect(await listed(actor.visitor)).toMatchObject([{ mayDecide: false, requestedBy: 'Rohan Rao' }])
    expect(await listed(decider.visitor)).toMatchObject([{ mayDecide: true }])
    const refused = { status: 409, msg: OWN }
    expect(await actor.visitor.call(approveAccess, approval)).toMatchObject(refused)
    expect(await actor.visitor.call(declineAccess, { requestId, answer: 'No' })).toMatchObject(refused)
    const direct = { userId: someone.person.id, applicationId: application.id, clientId: client.id, role: 'Clerk' }
    const program = await aProgram(server, ['users:read', 'users:write'], { ownerId: actor.person.id })
    expect(await program.visitor.call(approveAccess, approval), 'by a program of theirs').toMatchObject(refused)
    expect(await actor.visitor.call(assign, direct), 'without the request').toMatchObject(refused)
    expect((await someone.visitor.call(listTiles)).data.map(({ _id }) => _id)).not.toContain(application.id)
    expect(await listed(decider.visitor)).toMatchObject([{ state: 'waiting' }])
    expect(await decider.visitor.call(approveAccess, approval)).toMatchObject({ status: 200 })
    expect((await someone.visitor.call(listTiles)).data.map(({ _id }) => _id)).toContain(application.id)
    expect(await listed(decider.visitor)).toMatchObject([{ state: 'approved', requestedBy: 'Rohan Rao' }])
  })

  test('is not decided by the administrator as the owner of the application', async () => {
    const { actor, requestId, client } = await asked([], true)
    await actor.visitor.call(endActing)
    expect((await actor.visitor.call(owned.listOwnedRequests, {})).data.rows).toEqual([])
    const approval = { requestId, clientId: client.id, role: 'Clerk' }
    expect(await actor.visitor.call(owned.approveOwnedRequest, approval)).toMatchObject({ status: 404 })
    expect(await actor.visitor.call(owned.declineOwnedRequest, { requestId, answer: 'No' })).toMatchObject({
      status: 404,
    })
    // No other owner is left, so administrators decide.
    const { rows } = (await decider.visitor.call(listAccessRequests, { requestId })).data
    expect(rows).toMatchObject([{ askedOf: 'administrators', mayDecide: true }])
  })

  test('says that nobody can decide, where the administrator is the only one', async () => {
    const before = await server.db.execute<{ id: string }>(sql`
      select distinct u.id from users u join role_permissions rp on rp.role_id = u.role_id
        join permissions p on p.id = rp.permission_id and p.name = 'users:write' where u.is_active`)
    const deciders = before.rows.map(({ id }) => id)
    const { someone, actor, token, client, requestId } = await asked()
    const own = async () => (await someone.visitor.call(requests.listOwnAccessRequests)).data
    expect(await own()).toMatchObject([{ askedOf: 'administrators', lacksDecider: false }])
    await server.db.execute(sql`update users set is_active = false where id = any(${deciders}::uuid[])`)
    try {
      expect(await own()).toMatchObject([{ _id: requestId, lacksDecider: true }])
      const other = await anApplication(server)
      await openToRequests(server, other.id, [client.id])
      const wanted = { applicationId: other.id, clientId: client.id, reason: 'For audits' }
      expect(await actor.visitor.call(requests.requestAccess, wanted, token)).toMatchObject({
        ...{ status: 200, data: { lacksDecider: true } },
      })
      await actor.visitor.call(endActing)
      expect((await actor.visitor.call(listAccessRequests, { requestId })).data.rows).toMatchObject([
        { lacksDecider: true, mayDecide: false },
      ])
    } finally {
      await server.db.execute(sql`update users set is_active = true where id = any(${deciders}::uuid[])`)
    }
    expect(await own()).toMatchObject([{ lacksDecider: false }, { lacksDecider: false }])
  })

  test('is withdrawn while acting, too, which names the administrator', async () => {
    const { someone, actor, token, requestId, approval } = await asked()
    expect(await actor.visitor.call(requests.withdrawAccessRequest, { requestId }, token)).toMatchObject({
      status: 200,
    })
    const line = (await auditOf(server, someone.person.id)).find(({ event }) => event === 'users.access-withdrawn')
    expect(line).toMatchObject({ actorId: actor.person.id, detail: { administrator: 'Rohan Rao' } })
    expect(await decider.visitor.call(approveAccess, approval)).toMatchObject({
      ...{ status: 409, data: { decided: { what: 'withdrawn', by: 'Rohan Rao' } } },
    })
  })
})

test('the console stays closed to whoever may change things for an administrator of equal rights', async () => {
  const [actor, equal] = [await someoneWith(server, WHO), await someoneWith(server, WHO)]
  expect(await start(actor.visitor, equal.person.id, true)).toMatchObject({ status: 200 })
  expect(await actor.visitor.call(users.list)).toMatchObject({ status: 403, msg: NOT_THIS })
  expect((await shownTo(actor.visitor))?.permissions).toEqual([])
})
