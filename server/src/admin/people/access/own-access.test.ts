import { requestAccess } from '@gatehouse/contract/access-requests.ts'
import { approveAccess, listAccessRequests } from '@gatehouse/contract/admin/people/access-requests.ts'
import { addUserApplicationClinetRole as assign } from '@gatehouse/contract/admin/people/users.ts'
import { revokeConsent } from '@gatehouse/contract/oidc.ts'
import { endApplicationSessions, listOwnAccess } from '@gatehouse/contract/own-access.ts'
import { listOwnActivity } from '@gatehouse/contract/own-activity.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aClient, anApplication, launch, someoneSignedIn, someoneWithAccess } from '../../../../test/builders.ts'
import { useAdministrator } from '../../../../test/console.ts'
import { getTokens, someoneWithOidc, useListening, userinfo } from '../../../../test/relying-party.ts'
import type { Visitor } from '../../../../test/server.ts'

const server = useListening()
const admin = useAdministrator(server)

const ownAccess = async (visitor: Visitor, query: { page?: number; pageSize?: number } = {}) =>
  (await visitor.call(listOwnAccess, query)).data

test('people see their applications with role, dates and who gave them, in pages, and nothing of others', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  expect(await ownAccess(visitor)).toEqual({ rows: [], total: 0, isEstimate: false })
  const [client, second] = [await aClient(server), await aClient(server)]
  const [given, asked] = [await anApplication(server, { name: 'Alpha' }), await anApplication(server, { name: 'Beta' })]
  await someoneWithAccess(server)
  const pair = { userId: person.id, applicationId: given.id, role: 'User' }
  await admin.call(assign, { ...pair, clientId: client.id, validUntil: '2099-03-31' })
  await admin.call(assign, { ...pair, clientId: second.id, validFrom: '2099-01-01' })
  await server.db.execute(sql`
    with open as (update applications set is_requestable = true where id = ${asked.id})
    insert into application_roles (id, application_id, client_id, name, role_id)
    select gen_random_uuid(), ${asked.id}, ${client.id}, 'Clerk', 'C'`)
  const wanted = { applicationId: asked.id, clientId: client.id }
  await visitor.call(requestAccess, { ...wanted, reason: 'The yearly audit' })
  const requestId = (await admin.call(listAccessRequests, { userId: person.id })).data.rows[0]?._id ?? ''
  const answer = 'Until the audit is over'
  await admin.call(approveAccess, { requestId, userId: person.id, clientId: client.id, role: 'Clerk', answer })

  const { rows, total } = await ownAccess(visitor)
  expect(total).toBe(2)
  expect(rows.map(({ name }) => name)).toEqual(['Alpha', 'Beta'])
  expect(rows[0]).toMatchObject({ openedAt: null, scopes: [], isOpen: false, isNotified: false })
  const byAsha = { role: 'User', assignedBy: 'administrator', administrator: 'Asha Rao', request: null }
  expect(rows[0]?.assignments).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ ...byAsha, canOpen: true, isCurrent: true, validUntil: expect.any(String) }),
      expect.objectContaining({ ...byAsha, canOpen: false, isCurrent: false, validFrom: expect.any(String) }),
    ]),
  )
  expect(rows[1]?.assignments).toMatchObject([
    { role: 'Clerk', request: { reason: 'The yearly audit', decidedBy: 'Asha Rao', answer } },
  ])
  expect(JSON.stringify(rows)).not.toContain(person.email)
  expect((await ownAccess(visitor, { page: 1, pageSize: 1 })).rows).toMatchObject([{ name: 'Beta' }])

  // Several clients of an application are one line of the page.
  await server.db.execute(sql`update clients set deleted_at = now() where id = ${second.id}`)
  expect((await ownAccess(visitor)).rows[0]?.assignments).toHaveLength(1)
  await server.db.execute(sql`update applications set deleted_at = now() where id = ${given.id}`)
  expect((await ownAccess(visitor)).rows).toMatchObject([{ name: 'Beta' }])
})

test('an application that was opened says when, until its owner ends its sessions; the portal’s own goes on', async () => {
  const someone = await someoneWithAccess(server)
  const { visitor, application, person } = someone
  await server.db.execute(sql`
    update applications set backchannel_logout_uri = 'https://app.example/logout' where id = ${application.id}`)
  expect((await ownAccess(visitor)).rows).toMatchObject([{ openedAt: null, isOpen: false, isNotified: true }])
  await launch(someone)
  expect((await ownAccess(visitor)).rows).toMatchObject([{ openedAt: expect.any(String), isOpen: true }])
  expect(await visitor.call(endApplicationSessions, { applicationId: application.id })).toMatchObject({ status: 200 })
  expect((await ownAccess(visitor)).rows).toMatchObject([{ openedAt: expect.any(String), isOpen: false }])
  const { rows } = await server.db.execute(sql`
    select 1 from outbox where kind = 'logout' and application_id = ${application.id}`)
  expect(rows).toHaveLength(1)
  expect((await visitor.call(getSession)).data.session).not.toBeNull()
  expect((await visitor.call(listOwnActivity, {})).data.lines[0]).toMatchObject({
    ...{ event: 'users.application-sessions-ended', by: 'owner' },
    changes: [{ field: 'application', before: null, after: application.name }],
  })
  // Nothing is left to end, and nothing to tell.
  expect(await visitor.call(endApplicationSessions, { applicationId: application.id })).toMatchObject({ status: 200 })
  await launch(someone)
  expect((await ownAccess(visitor)).rows).toMatchObject([{ isOpen: true }])

  const other = await someoneWithAccess(server)
  expect(await visitor.call(endApplicationSessions, { applicationId: other.application.id })).toMatchObject({
    status: 404,
  })
  const { rows: ended } = await server.db.execute(sql`
    select 1 from audit_events where event = 'users.application-sessions-ended' and subject_id = ${person.id}`)
  expect(ended).toHaveLength(1)
})

test('what an OpenID application was given is listed by scope, and its tokens end with its sessions', async () => {
  const someone = await someoneWithOidc(server, {
    oauth_grants: ['authorization_code', 'refresh_token'],
    allowed_scopes: ['openid', 'email', 'offline_access'],
  })
  const { visitor, application } = someone
  const scope = 'openid email offline_access'
  const tokens = await getTokens(server, visitor, application, { scope, prompt: 'consent' })
  expect((await ownAccess(visitor)).rows).toMatchObject([
    { scopes: ['email', 'offline_access', 'openid'], isOpen: true, openedAt: expect.any(String) },
  ])
  expect((await userinfo(server, tokens.access_token)).status).toBe(200)
  await visitor.call(endApplicationSessions, { applicationId: application.id })
  expect((await userinfo(server, tokens.access_token)).status).toBe(401)
  // The consent stays: the next sign-in gives the same without a question.
  expect((await ownAccess(visitor)).rows).toMatchObject([{ scopes: expect.arrayContaining(['email']), isOpen: false }])
  await visitor.call(revokeConsent, { applicationId: application.id })
  expect((await ownAccess(visitor)).rows).toMatchObject([{ scopes: [], isOpen: false }])
})
