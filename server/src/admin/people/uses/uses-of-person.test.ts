import { invite } from '@gatehouse/contract/admin/people/invitations.ts'
import { startRecovery } from '@gatehouse/contract/admin/people/recoveries.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { reviewScope, startReview } from '@gatehouse/contract/admin/reviews/reviews.ts'
import { readReviewSettings, saveReviewSettings } from '@gatehouse/contract/admin/reviews/settings.ts'
import { readInvitation } from '@gatehouse/contract/invitations.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, aPerson } from '../../../../test/builders.ts'
import { anAdministrator, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'
import { aServiceAccount } from '../../../../test/service-accounts.ts'
import { newId } from '../../../crypto/ids.ts'
import { keepReviewDates } from '../../reviews/review-dates.ts'
import { sendDueLinks } from '../recoveries/send-due-links.ts'

const server = useTestServer()
const admin = useAdministrator(server)

test('before a person is deactivated or deleted, it is said what they have and what nobody else has', async () => {
  const [person, other] = [await aPerson(server), await aPerson(server)]
  const [application, client] = [await anApplication(server), await aClient(server)]
  for (const name of ['Director', 'Clerk'])
    await server.db.execute(sql`
      insert into application_roles (id, application_id, client_id, name, role_id)
      values (${newId()}, ${application.id}, ${client.id}, ${name}, 'R')`)
  await anAssignment(server, person.id, application.id, client.id, 'director')
  const account = await aServiceAccount(server, [])
  await server.db.execute(sql`update service_accounts set owner_id = ${person.id} where id = ${account.id}`)
  const pair = `${application.name} · ${client.actualName}`
  const uses = async (by = admin) => (await by.call(users.uses, { id: person.id })).data
  const alone = { kind: 'application roles that nobody else has', effect: 'leaves', count: 1 }
  expect(await uses()).toEqual([
    { kind: 'assignments', effect: 'detaches', count: 1, names: [pair], ids: [application.id] },
    { ...alone, names: [`Director · ${pair}`] },
    {
      ...{ kind: 'service accounts of this owner', effect: 'leaves', count: 1 },
      ...{ names: [expect.any(String)], ids: [account.id] },
    },
  ])
  // Names are for those who may read what they belong to.
  const writer = await someoneWith(server, ['users:read', 'users:write'])
  const counted = await uses(writer.visitor)
  expect(counted).toContainEqual({ ...alone, names: [] })
  expect(counted.at(-1)).toEqual({ kind: 'service accounts of this owner', effect: 'leaves', count: 1, names: [] })

  await anAssignment(server, other.id, application.id, client.id, 'Director')
  const kinds = async () => (await uses()).map(({ kind }) => kind)
  expect(await kinds()).not.toContain(alone.kind)
  // People who are inactive, or whose assignment is over, do not count.
  await server.db.execute(sql`update users set is_active = false where id = ${other.id}`)
  expect(await kinds()).toContain(alone.kind)
  await server.db.execute(sql`update users set is_active = true where id = ${other.id}`)
  await server.db.execute(sql`update assignments set valid_until = now() where user_id = ${other.id}`)
  expect(await kinds()).toContain(alone.kind)
})

test('it names the steps of approvals, the stand-ins, requests and reviews that are left with nobody, and the decision about them ends so', async () => {
  const [person, other, third] = [
    await aPerson(server),
    await aPerson(server, { firstName: 'Bina' }),
    await aPerson(server, { firstName: 'Charu' }),
  ]
  const [application, client] = [await anApplication(server), await aClient(server)]
  const [roleId, pageId, reviewId, lineId] = [newId(), newId(), newId(), newId()]
  await anAssignment(server, person.id, application.id, client.id, 'Director')
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id, sequence, action, range_from, range_to)
    values (${roleId}, ${application.id}, ${client.id}, 'Director', 'R', 2, 'Authorised', 5000000, null)`)
  await server.db.execute(sql`
    insert into pages (id, name, application_id, status) values (${pageId}, 'Invoice', ${application.id}, 'ACTIVE')`)
  await server.db.execute(sql`
    insert into document_approvals (id, application_role_id, page_id) values (${newId()}, ${roleId}, ${pageId})`)
  for (const [lender, standIn] of [
    [person.id, other.id],
    [third.id, person.id],
  ])
    await server.db.execute(sql`
      insert into stand_ins (id, lender_id, stand_in_id, application_id, role, valid_from, valid_until, created_by)
      values (${newId()}, ${lender}, ${standIn}, ${application.id}, 'Director', now(), now() + interval '1 day', ${lender})`)
  await server.db.execute(sql`
    insert into application_owners (application_id, user_id) values (${application.id}, ${person.id})`)
  await server.db.execute(sql`
    insert into access_requests (id, user_id, application_id, reason) values (${newId()}, ${other.id}, ${application.id}, 'Work')`)
  await server.db.execute(sql`
    insert into access_reviews (id, name, owner_id, owner_session_id, owner_ip, reviewer_rule, stages, due_on, silence, scope, state)
    values (${reviewId}, 'Autumn', ${other.id}, ${newId()}, '', 'people', 1, current_date + 7, 'keep', '{}', 'running')`)
  await server.db.execute(sql`
    insert into access_review_lines (id, review_id, place, assignment_id, user_id, application_id, client_id, role, assigned_at, evidence, flags)
    values (${lineId}, ${reviewId}, 1, ${newId()}, ${other.id}, ${application.id}, ${client.id}, 'Clerk', now(), '{}', '{}')`)
  await server.db.execute(sql`
    insert into access_reviewers (line_id, stage, user_id, review_id) values (${lineId}, 1, ${person.id}, ${reviewId})`)
  const uses = async () => {
    const { data } = await admin.call(users.uses, { id: person.id })
    return Object.fromEntries(data.map(({ kind, names }) => [kind, names]))
  }
  expect(await uses()).toMatchObject({
    'steps of approvals that nobody else can approve': [
      `${application.name} · ${client.actualName} · Invoice · step 2 · Director · ₹50,000+`,
    ],
    'stand-ins for them': [`Bina Rao · Director · ${application.name}`],
    'people for whom they stand in': [`Charu Rao · Director · ${application.name}`],
    'requests for access that they decide about': [`Bina Rao · ${application.name}`],
    'running reviews in which they decide': ['Autumn'],
    'applications that nobody else owns': [application.name],
  })

  // A row for all clients counts for this one, too; an inactive one for nobody.
  const elsewhere = newId()
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id, sequence, action)
    values (${elsewhere}, ${application.id}, ${(await aClient(server)).id}, 'DIRECTOR', 'R', 3, 'Authorised')`)
  await server.db.execute(sql`
    insert into document_approvals (id, application_role_id, page_id, all_clients) values (${newId()}, ${elsewhere}, ${pageId}, true)`)
  await server.db.execute(sql`update document_approvals set status = 'INACTIVE' where application_role_id = ${roleId}`)
  expect(await uses()).toMatchObject({
    'steps of approvals that nobody else can approve': [
      `${application.name} · ${client.actualName} · Invoice · step 3 · Director · ₹0+`,
    ],
  })

  // What was said is what then happens.
  const { email, phoneNumber } = person
  const changes = { userId: person.id, firstName: 'Asha', lastName: 'Rao', email, phoneNumber, isActive: false }
  expect(await admin.call(users.update, changes)).toMatchObject({ status: 200 })
  const { rows } = await server.db.execute(sql`
    select 1 from stand_ins where ended_at is null and lender_id = ${person.id}`)
  expect(rows).toEqual([])
  const left = Object.keys(await uses())
  expect(left).not.toContain('stand-ins for them')
  expect(left).not.toContain('requests for access that they decide about')
})

test('it names what goes on in their name, and what was said is what then happens', async () => {
  const { visitor: sender, person } = await anAdministrator(server)
  const [lost, reviewed, reviewer] = [
    await aPerson(server, { firstName: 'Dev' }),
    await aPerson(server),
    await aPerson(server, { firstName: 'Esha' }),
  ]
  const [application, client] = [await anApplication(server), await aClient(server)]
  await anAssignment(server, reviewed.id, application.id, client.id, 'User')
  const emails = ['first@example.com', 'second@example.com']
  expect(await sender.call(invite, { emails, role: '' })).toMatchObject({ status: 200 })
  const asked = { userId: lost.id, newEmail: 'dev.new@example.com', reason: 'Phone and mailbox are lost' }
  expect(await sender.call(startRecovery, asked)).toMatchObject({ status: 200 })
  const dueOn = new Date(Date.now() + 7 * 86_400_000).toISOString().slice(0, 10)
  const review = {
    name: 'Winter',
    reviewerRule: 'people' as const,
    reviewerIds: [reviewer.id],
    silence: 'keep' as const,
  }
  const scope = { applicationId: application.id }
  expect(
    await sender.call(startReview, {
      ...review,
      dueOn,
      scope: reviewScope.parse({ role: '', ...scope }),
      secondReviewerIds: [],
    }),
  ).toMatchObject({ status: 200 })
  const settings = { onRoleChange: true, onClientChange: false, dueDays: 7, silence: 'keep' as const }
  const automatic = { ...settings, reviewerIds: [reviewer.id] }
  expect(await sender.call(saveReviewSettings, automatic)).toMatchObject({ status: 200 })

  const uses = async () => {
    const { data } = await admin.call(users.uses, { id: person.id })
    return Object.fromEntries(data.map(({ kind, names }) => [kind, names]))
  }
  expect(await uses()).toEqual({
    'open invitations from them, whose links open nothing then': emails,
    'recoveries that they started or approved, which fail then': ['Dev Rao'],
    'running reviews of this owner': ['Winter'],
    'automatic reviews in their name, which cannot start then': ['Esha Rao'],
  })

  const linkIn = async (address: string, page: string) =>
    (await server.inbox(address)).map(({ text }) => new RegExp(`/${page}/([\\w-]+)`).exec(text)?.[1]).find(Boolean) ??
    ''
  const invited = { uuid: await linkIn('first@example.com', 'invitation') }
  const visitor = server.visitor()
  expect((await visitor.call(readInvitation, invited)).data).toMatchObject({ isUsable: true })
  await server.db.execute(sql`update users set is_active = false where id = ${person.id}`)
  expect((await visitor.call(readInvitation, invited)).data).toMatchObject({ isUsable: false })
  await server.db.execute(sql`update account_recoveries set ready_at = now() where user_id = ${lost.id}`)
  await sendDueLinks(server)
  expect(await server.inbox('dev.new@example.com')).toEqual([])
  await server.db.execute(
    sql`insert into access_review_causes (user_id, cause) values (${reviewed.id}, 'role-changed')`,
  )
  await keepReviewDates(server)
  expect((await admin.call(readReviewSettings)).data.refused).toMatchObject({ count: 1 })

  await admin.call(saveReviewSettings, { ...automatic, onRoleChange: false })
  expect(Object.keys(await uses())).toEqual([
    'open invitations from them, whose links open nothing then',
    'running reviews of this owner',
  ])
})
