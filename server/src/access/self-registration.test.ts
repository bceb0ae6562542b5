import { consumeRequestEmailOtp, signUp } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aClient, anAddress, anApplication } from '../../test/builders.ts'
import { aForm, aRegistration, verify } from '../../test/registrations.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()

const aSignUp = (changes?: Record<string, unknown>) => aRegistration(server, changes)

async function countEverything() {
  const { rows } = await server.db.execute(sql`
    select (select count(*) from sign_ups) as "signUps", (select count(*) from users) as users,
      (select count(*) from challenges) as challenges, (select count(*) from outbox) as outbox`)
  return rows[0]
}

async function aPair({ isOpen = true, status = 'ACTIVE' } = {}) {
  const application = await anApplication(server, { status })
  const client = await aClient(server)
  await server.db.execute(sql`
    insert into self_registrations (application_id, client_id, enabled) values (${application.id}, ${client.id}, ${isOpen})`)
  return { application, client, names: { Application: application.name, Client: client.actualName } }
}

const findAssignments = async (email: string) => {
  const { rows } = await server.db.execute(sql`
    select a.application_id, a.client_id, a.role from assignments a join users u on u.id = a.user_id where u.email = ${email}`)
  return rows
}

test('an open pair is assigned with role User after the email is verified', async () => {
  const { application, client, names } = await aPair()
  const signedUp = await aSignUp({ ...names, role: 'Admin' })
  const { rows } = await server.db.execute(sql`select 1 from assignments where application_id = ${application.id}`)
  expect(rows).toEqual([])
  expect(await verify(signedUp)).toMatchObject({ status: 200, data: { assigned: true } })
  expect(await findAssignments(signedUp.form.email)).toEqual([
    { application_id: application.id, client_id: client.id, role: 'User' },
  ])
})

test('the pair may be sent with the code, as /verifyemailassign does', async () => {
  const { application, names } = await aPair()
  const { visitor, form, otp } = await aSignUp()
  const verified = await visitor.call(consumeRequestEmailOtp, { email: form.email, otp, ...names })
  expect(verified).toMatchObject({ status: 200, data: { assigned: true } })
  expect(await findAssignments(form.email)).toMatchObject([{ application_id: application.id, role: 'User' }])
})

test.each([
  ['closed', { isOpen: false }],
  ['of an inactive application', { status: 'INACTIVE' }],
])('registration for a pair that is %s is refused, and nothing is stored', async (_what, pair) => {
  const { names } = await aPair(pair)
  const before = await countEverything()
  expect(await server.visitor({ ip: anAddress() }).call(signUp, aForm(names))).toMatchObject({
    status: 403,
    msg: 'Registration for this application is not open.',
  })
  expect(await countEverything()).toEqual(before)
})

test('registration is refused for an application and client that are not a pair', async () => {
  const [one, other] = [await aPair(), await aPair()]
  const crossed = { Application: one.names.Application, Client: other.names.Client }
  expect(await server.visitor({ ip: anAddress() }).call(signUp, aForm(crossed))).toMatchObject({ status: 403 })
})

test('nothing is assigned if the pair is closed before the code is entered', async () => {
  const { application, names } = await aPair()
  const { visitor, form, otp } = await aSignUp()
  await server.db.execute(sql`update self_registrations set enabled = false where application_id = ${application.id}`)
  const verified = await visitor.call(consumeRequestEmailOtp, { email: form.email, otp, ...names })
  expect(verified).toMatchObject({ status: 200, data: { assigned: false } })
  expect(await findAssignments(form.email)).toEqual([])
})
