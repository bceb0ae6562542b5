import { requestAccess } from '@gatehouse/contract/access-requests.ts'
import { declineAccess } from '@gatehouse/contract/admin/people/access-requests.ts'
import sql from 'sql-template-tag'
import { beforeAll, expect, test } from 'vitest'
import { aClient, anApplication, someoneSignedIn } from '../../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/server.ts'
import { keepRequestDates } from './keep-request-dates.ts'

const server = useTestServer()
const admin = useAdministrator(server)

let decider: Awaited<ReturnType<typeof someoneWith>>
beforeAll(async () => {
  decider = await someoneWith(server, ['users:read', 'users:write'])
  await server.db.execute(
    sql`update users set email_verified_at = now(), language = 'hi' where id = ${decider.person.id}`,
  )
})

const rounds = () => Promise.all([keepRequestDates(server), keepRequestDates(server), keepRequestDates(server)])

/** A request for an application with an owner, or without one. */
async function aRequest({ hasOwner = true } = {}) {
  const [owner, asker, application, client] = [
    ...[await someoneSignedIn(server), await someoneSignedIn(server)],
    ...[await anApplication(server), await aClient(server)],
  ] as const
  await server.db.execute(sql`
    with open as (update applications set is_requestable = true where id = ${application.id}),
    role as (insert into application_roles (id, application_id, client_id, name, role_id)
      values (gen_random_uuid(), ${application.id}, ${client.id}, 'Clerk', 'C'))
    insert into application_owners (application_id, user_id) select ${application.id}, ${owner.person.id} where ${hasOwner}`)
  await asker.visitor.call(requestAccess, { applicationId: application.id, reason: 'The yearly count' })
  const ofAsker = sql`from access_requests where user_id = ${asker.person.id}`
  const { rows } = await server.db.execute<{ id: string }>(sql`select id ${ofAsker}`)
  const requestId = rows[0]?.id ?? ''
  const age = (days: number) =>
    server.db.execute(sql`
      update access_requests set created_at = created_at - make_interval(days => ${days}, mins => 1),
        reminded_at = reminded_at - make_interval(days => ${days}, mins => 1)
      where id = ${requestId}`)
  const hears = async (who: { person: { id: string } }) =>
    (await noticesTo(server, who.person.id)).map(({ notice }) => notice)
  return { owner, asker, application, requestId, age, hears }
}

test('after two days the owner is reminded once, and three days later administrators, although three servers keep the dates', async () => {
  const { owner, application, requestId, age, hears } = await aRequest()
  const before = await hears(decider)
  await age(1)
  await rounds()
  expect(await hears(owner)).toEqual(['access-requested'])
  await age(1)
  await rounds()
  await rounds()
  expect(await hears(owner)).toEqual(['access-requested', 'access-reminder'])
  expect(await hears(decider)).toEqual(before)
  const [mail] = await server.inbox(owner.person.email)
  expect(mail?.text).toContain(`has been waiting for 2 days for your decision about ${application.name}`)
  expect(mail?.text).toContain(`/dashboard/requestsToDecide?link=${requestId}_`)
  expect(mail?.text).not.toContain('The yearly count')
  await age(3)
  await rounds()
  await rounds()
  expect(await hears(owner)).toEqual(['access-requested', 'access-reminder'])
  expect(await hears(decider)).toEqual([...before, 'access-undecided'])
  const [late] = await server.inbox(decider.person.email)
  expect(late?.subject).toContain('निर्णय बाकी')
  expect(late?.text).toContain('5 दिन पहले')
  await age(30)
  await rounds()
  expect(await hears(decider)).toEqual([...before, 'access-undecided'])
})

test('without an active owner administrators are reminded, also when the last one has gone since', async () => {
  const [none, gone] = [await aRequest({ hasOwner: false }), await aRequest()]
  await server.db.execute(sql`update users set is_active = false where id = ${gone.owner.person.id}`)
  const before = (await none.hears(decider)).length
  await none.age(2)
  await gone.age(2)
  await rounds()
  expect((await none.hears(decider)).slice(before)).toEqual(['access-reminder', 'access-reminder'])
  expect(await gone.hears(gone.owner)).toEqual(['access-requested'])
  // Who asks is not reminded of their own request.
  await server.db.execute(sql`
    update access_requests set user_id = ${decider.person.id} where id = ${none.requestId}`)
  await none.age(3)
  await rounds()
  expect((await none.hears(decider)).slice(before)).toEqual(['access-reminder', 'access-reminder'])
})

test('nobody is reminded of what is decided, or of somebody who cannot sign in', async () => {
  const [decided, inactive] = [await aRequest(), await aRequest()]
  await admin.call(declineAccess, { requestId: decided.requestId, answer: 'No' })
  const standing = (isActive: boolean) =>
    server.db.execute(sql`update users set is_active = ${isActive} where id = ${inactive.asker.person.id}`)
  await standing(false)
  for (const one of [decided, inactive]) await one.age(9)
  await rounds()
  for (const one of [decided, inactive]) expect(await one.hears(one.owner)).toEqual(['access-requested'])
  await standing(true)
  await rounds()
  expect(await inactive.hears(inactive.owner)).toEqual(['access-requested', 'access-reminder'])
})
