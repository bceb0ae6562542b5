import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import { explainApproval } from '@gatehouse/contract/admin/approvals/explain.ts'
import type { Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { RESOURCES } from '@gatehouse/contract/admin/index.ts'
import { startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { listLosses, listLossesOf } from '@gatehouse/contract/admin/jobs/leavers.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { serviceAccounts } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { webhooks } from '@gatehouse/contract/admin/webhooks/webhooks.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { usersStore } from '../src/admin/people/store.ts'
import { fileKinds } from '../src/configuration/kinds.ts'
import { newId } from '../src/crypto/ids.ts'
import { canSendSms, findRoute } from '../src/notifications/notify.ts'
import { aMatrix } from './approvals.ts'
import { aClient, anApplication, anAssignment, aPerson } from './builders.ts'
import type { Sent } from './conformance-calls.ts'
import { someoneWith, useAdministrator } from './console.ts'
import { importCsv, isActive, runJobs } from './jobs.ts'
import { anEmailConfiguration, anSmsConfiguration } from './message-configurations.ts'
import { useTestServer } from './server.ts'
import { aProgram } from './service-accounts.ts'

const server = useTestServer({ config: { outboundAllow: ['gateway.example.com', 'smtp.claims.example.com'] } })
const admin = useAdministrator(server)

/** Kinds with their counts, as the answer has them. */
const usesOf = async (resource: Pick<Resource, 'uses'>, id: string) => {
  const { data } = await admin.call(resource.uses, { id })
  return Object.fromEntries(data.map(({ kind, names }) => [kind, names]))
}
const created = async (resource: unknown, form: Sent) => {
  const { status, data, msg } = await admin.call((resource as Resource).create, form)
  if (status !== 200) throw new Error(msg)
  return (data as { _id: string })._id
}

test('every resource states what uses its records, or why nothing does', async () => {
  const stated = new Map([
    ['users', usersStore(server).uses],
    ...fileKinds(server).map(({ resource, store }) => [resource.name, store.uses] as const),
  ])
  for (const { name } of RESOURCES) {
    const uses = stated.get(name)
    if (typeof uses === 'function') expect(await uses(server.db, newId()), name).toEqual([])
    else expect(uses?.none, name).toMatch(/^[A-Z].{20,}\.$/)
  }
})

test('before many people are changed together, it is said what they have and what nobody has without them', async () => {
  const { person, application, client, row } = await aMatrix(server)
  await row('Clerk')
  const people = [await person('Clerk'), await person('Clerk')]
  const ids = people.map(({ id }) => id)
  const lossesOf = async (input: object, by = admin) => {
    const { data } = await by.call(listLossesOf, input)
    return data.map(({ kind, count }) => [kind, count])
  }
  const place = `Clerk · ${application.name} · ${client.actualName}`
  expect(await lossesOf({ ids: ids.slice(1) })).toEqual([['assignments', 1]])
  const both = [
    ['assignments', 2],
    ['application roles that nobody else has', 1],
    ['steps of approvals that nobody else can approve', 1],
  ]
  expect(await lossesOf({ ids })).toEqual(both)
  const [, alone] = (await admin.call(listLossesOf, { ids })).data
  expect(alone?.names).toEqual([place])
  const query = { field: 'email', search: people[0]?.email } as const
  expect(await lossesOf({ matching: { query } })).toEqual([['assignments', 1]])
  expect((await admin.call(listLossesOf, {})).status).toBe(400)
  // Names are for those who may read what they belong to.
  const { visitor } = await someoneWith(server, ['users:read', 'users:write'])
  const [, seen] = (await visitor.call(listLossesOf, { ids })).data
  expect(seen).toEqual({ ...alone, names: [] })

  // What was said is what then happens.
  await admin.call(startBulkJob, { change: { action: 'deactivate' }, ids })
  await runJobs(server)
  const region = 'IN-KL'
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from pages where application_id = ${application.id}`,
  )
  const asked = { applicationId: application.id, clientId: client.id, pageId: rows[0]?.id ?? '', amount: '1', region }
  const { steps } = (await admin.call(explainApproval, asked)).data
  expect(steps.flatMap((step) => step.rows).map(({ count }) => count)).toEqual([0])
})

test('what five hundred people have takes as many queries as what one has', async () => {
  const [application, client] = [await anApplication(server), await aClient(server)]
  await server.db.execute(sql`
    insert into users (id, email, user_name, first_name, last_name)
    select gen_random_uuid(), 'many' || n || '@example.com', 'many' || n, 'Many', 'People' from generate_series(1, 500) n`)
  await server.db.execute(sql`
    insert into assignments (id, user_id, application_id, client_id, role)
    select gen_random_uuid(), id, ${application.id}, ${client.id}, 'Clerk' from users where email like 'many%'`)
  const { rows } = await server.db.execute<{ id: string }>(sql`select id from users where email like 'many%'`)
  let queries = 0
  const { pool } = server.db
  const query = pool.query
  pool.query = ((...given: Parameters<typeof query>) => {
    queries++
    return query.apply(pool, given)
  }) as typeof query
  const counted = async (ids: string[]) => {
    const before = queries
    const { data } = await admin.call(listLossesOf, { ids })
    return { count: data[0]?.count, queries: queries - before }
  }
  try {
    const one = await counted(rows.slice(0, 1).map(({ id }) => id))
    expect(await counted(rows.map(({ id }) => id))).toEqual({ ...one, count: 500 })
    expect(one.queries).toBeGreaterThan(5)
  } finally {
    pool.query = query
  }
})

test('an import names what goes with the people whom it deactivates', async () => {
  const [application, client] = [await anApplication(server), await aClient(server)]
  const [leaving, staying] = [await aPerson(server), await aPerson(server)]
  for (const { id } of [leaving, staying]) await anAssignment(server, id, application.id, client.id)
  const line = ({ email, phoneNumber, userName }: typeof leaving, status: string) =>
    `Asha,Renamed,${email},${phoneNumber},${userName},${status}`
  const file = ['firstName,lastName,email,phoneNumber,userName,status', line(leaving, 'inactive'), line(staying, '')]
  const { data } = await importCsv(server, admin, 'users', file.join('\n'))
  await runJobs(server)
  const { data: losses } = await admin.call(listLosses, { id: (data as { _id: string })._id })
  expect(losses).toMatchObject([{ kind: 'assignments', count: 1 }])
  expect(await isActive(server, [leaving.id])).toEqual([true])
})

test('a document approval names its people, the step that nobody else approves, stand-ins and requests', async () => {
  const { person, standIn, row, application, client, pageId } = await aMatrix(server)
  const { id } = await row('Director', { sequence: 2, range: [5_000_000, null] })
  const [director, helper, asker] = [await person('Director'), await aPerson(server), await aPerson(server)]
  await standIn(director, helper, 'Director')
  await server.db.execute(sql`
    update applications set request_rule = 'matrix', request_page_id = ${pageId} where id = ${application.id}`)
  await server.db.execute(sql`
    insert into access_requests (id, user_id, application_id, client_id, reason)
    values (${newId()}, ${asker.id}, ${application.id}, ${client.id}, 'Work')`)
  const step = `${application.name} · ${client.actualName} · Claims · step 2 · Director · ₹50,000+`
  expect(await usesOf(documentApprovals, id)).toEqual({
    people: ['Asha Rao'],
    'steps of approvals that nobody else can approve': [step],
    'stand-ins': ['Asha Rao · Director'],
    'requests for access that wait': [`Asha Rao · ${application.name}`],
  })
  await server.db.execute(sql`update applications set request_rule = 'owners' where id = ${application.id}`)
  // A row with fewer amounts is no replacement; one with all of them is, once somebody has its role.
  await row('Manager', { sequence: 2, range: [6_000_000, null] })
  await person('Manager')
  const steps = async () => (await usesOf(documentApprovals, id))['steps of approvals that nobody else can approve']
  expect(await steps()).toEqual([step])
  await row('Chief', { sequence: 2 })
  expect(await steps()).toEqual([step])
  await person('Chief')
  expect(await steps()).toBeUndefined()

  // What was said is what then happens.
  const asked = { applicationId: application.id, clientId: client.id, pageId, amount: '55000', region: 'IN-KL' }
  const approvers = async () =>
    (await admin.call(explainApproval, asked)).data.steps.flatMap((one) => one.rows).map(({ role }) => role)
  expect((await approvers()).toSorted()).toEqual(['Chief', 'Director'])
  expect((await admin.call(documentApprovals.remove, { [documentApprovals.idKey]: id })).status).toBe(200)
  expect(await approvers()).toEqual(['Chief'])
  expect(await usesOf(documentApprovals, id)).toEqual({})
})

test('a step is named as it acts: its amounts to the paisa, last without a sequence, and creation is none', async () => {
  const { person, row, application, client } = await aMatrix(server)
  const lost = async (id: string) =>
    (await usesOf(documentApprovals, id))['steps of approvals that nobody else can approve']
  const place = `${application.name} · ${client.actualName} · Claims`
  const exact = await row('Director', { sequence: 2, range: [1_00_000_01, 5_00_000_50] })
  expect(await lost(exact.id)).toEqual([`${place} · step 2 · Director · ₹1,00,000.01–₹5,00,000.50`])
  // Who misses one paisa is no replacement.
  await row('Peer', { sequence: 2, range: [1_00_000_01, 5_00_000_50], bounds: '(]' })
  await person('Peer')
  expect(await lost(exact.id)).toHaveLength(1)
  await row('Twin', { sequence: 2, range: [1_00_000_00, 5_00_000_51], bounds: '()' })
  await person('Twin')
  expect(await lost(exact.id)).toBeUndefined()
  const open = await row('Head', { sequence: 3, range: [1_00_000_00, 5_00_000_00], bounds: '()' })
  expect(await lost(open.id)).toEqual([`${place} · step 3 · Head · ₹1,00,000.01–₹4,99,999.99`])
  const last = await row('Auditor', { sequence: null })
  // Who acts first is no replacement for who acts last.
  await row('Clerk', { sequence: 0 })
  await person('Clerk')
  expect(await lost(last.id)).toEqual([`${place} · last step · Auditor · ₹0+`])
  const creator = await row('Maker', { action: 'Creator', sequence: 0 })
  expect(await lost(creator.id)).toBeUndefined()
  const maker = await person('Maker')
  expect(Object.keys(await usesOf(users, maker.id))).toEqual(['assignments', 'application roles that nobody else has'])
})

test('a gateway names the applications whose messages no other gateway sends', async () => {
  const [claims, other, client] = [await anApplication(server), await anApplication(server), await aClient(server)]
  const [reader, another] = [await aPerson(server), await aPerson(server)]
  await anAssignment(server, reader.id, claims.id, client.id)
  await anAssignment(server, another.id, other.id, client.id)
  await server.db.execute(sql`delete from assignments where user_id not in (${reader.id}, ${another.id})`)
  const texts = 'applications and clients whose text messages nobody would send'
  const pair = `${claims.name} · ${client.actualName}`
  const narrow = await created(smsConfigurations, anSmsConfiguration({ application: claims.id }))
  expect(await usesOf(smsConfigurations, narrow)).toEqual({ [texts]: [pair] })
  const wide = await created(smsConfigurations, anSmsConfiguration())
  expect(await usesOf(smsConfigurations, narrow)).toEqual({})
  const said = (await usesOf(smsConfigurations, wide))[texts] ?? []
  expect(said).toContain(`${other.name} · ${client.actualName}`)
  expect(said).toContain('messages about no application')
  expect(said).not.toContain(pair)

  // What was said is what then happens.
  const sends = async () => [
    await canSendSms(server.db, 'login-otp', reader.id),
    await canSendSms(server.db, 'login-otp', another.id),
  ]
  expect(await sends()).toEqual([true, true])
  await admin.call(smsConfigurations.remove, { [smsConfigurations.idKey]: wide })
  expect(await sends()).toEqual([true, false])
  expect(await usesOf(smsConfigurations, narrow)).toEqual({ [texts]: [pair] })
  await admin.call(smsConfigurations.remove, { [smsConfigurations.idKey]: narrow })
  expect(await sends()).toEqual([false, false])

  // Emails have another way.
  const mails = 'applications and clients whose emails the portal’s own mail server would send'
  const mail = await created(emailConfigurations, anEmailConfiguration({ application: claims.name, url: '' }))
  expect(await usesOf(emailConfigurations, mail)).toEqual({ [mails]: [pair] })
  const lane = async () => (await findRoute(server.db, 'login-otp', reader.id, undefined)).emailLane
  expect(await lane()).toBe(`email:${mail}`)
  await admin.call(emailConfigurations.remove, { [emailConfigurations.idKey]: mail })
  expect(await lane()).toBe('email')
})

test('a gateway without another active owner is named, however an account ends', async () => {
  const [one, two] = [await aPerson(server), await aPerson(server)]
  const owners = [one.email, two.email]
  await created(smsConfigurations, anSmsConfiguration({ owners }))
  const mail = await created(emailConfigurations, anEmailConfiguration({ url: '', owners }))
  const gateways = ['All · no-reply@claims.example.com', 'Quick SMS']
  expect(await usesOf(users, one.id)).toEqual({})
  const lost = async (ids: string[]) => (await admin.call(listLossesOf, { ids })).data
  const ids = [expect.stringMatching(/^email:/), expect.stringMatching(/^sms:/)]
  const both = [{ kind: 'gateways that nobody else owns', effect: 'leaves', count: 2, names: gateways, ids }]
  expect(await lost([one.id, two.id])).toEqual(both)
  await server.db.execute(sql`update users set is_active = false where id = ${two.id}`)
  expect(await usesOf(users, one.id)).toEqual({ 'gateways that nobody else owns': gateways })
  const file = `firstName,lastName,email,phoneNumber,userName,status\nAsha,Rao,${one.email},${one.phoneNumber},${one.userName},inactive`
  const { data } = await importCsv(server, admin, 'users', file)
  await runJobs(server)
  expect((await admin.call(listLosses, { id: (data as { _id: string })._id })).data).toEqual(both)
  // A deleted gateway is nobody's, and a third owner is enough for the other one.
  const three = await aPerson(server)
  const changes = { owners: [...owners, three.email], [emailConfigurations.idKey]: mail }
  expect(await admin.call(emailConfigurations.update, anEmailConfiguration({ url: '', ...changes }))).toMatchObject({
    status: 200,
  })
  expect(await usesOf(users, one.id)).toEqual({ 'gateways that nobody else owns': ['Quick SMS'] })
})

test('a template of text messages names the message that then has no text', async () => {
  const form = (changes: Sent = {}) => ({
    ...{ Application: 'All', Client: 'All', TemplateId: '1', TemplateName: 'account-deactivated', Template: 'Goodbye' },
    ...{ Language: 'All', Status: 'ACTIVE', ...changes },
  })
  const hasText = async () =>
    (await findRoute(server.db, 'account-deactivated', (await aPerson(server)).id, undefined)).hasSmsTemplate
  const general = await created(smsTemplates, form())
  expect(await usesOf(smsTemplates, general)).toEqual({ 'text messages without another text': ['account-deactivated'] })
  const english = await created(smsTemplates, form({ Language: 'en' }))
  expect(await usesOf(smsTemplates, english)).toEqual({})
  await admin.call(smsTemplates.remove, { [smsTemplates.idKey]: english })
  expect(await hasText()).toBe(true)
  await admin.call(smsTemplates.remove, { [smsTemplates.idKey]: general })
  expect(await hasText()).toBe(false)
  // The portal has a text of its own for codes.
  const code = await created(smsTemplates, form({ TemplateName: 'login-otp', Template: '{{ code }}' }))
  expect(await usesOf(smsTemplates, code)).toEqual({})
})

test('a service account names the keys that stop, and a webhook the events that nobody else gets', async () => {
  const program = await aProgram(server, ['users:read'])
  expect(await usesOf(serviceAccounts, program.id)).toEqual({ 'keys that work': [expect.stringContaining('Test')] })
  expect((await program.visitor.call(users.list, { pageSize: 1 })).status).toBe(200)
  await admin.call(serviceAccounts.remove, { [serviceAccounts.idKey]: program.id })
  expect((await program.visitor.call(users.list, { pageSize: 1 })).status).toBe(401)
  expect(await usesOf(serviceAccounts, program.id)).toEqual({})

  const hook = (name: string, events: string[]) =>
    created(webhooks, { name, url: 'https://gateway.example.com/hook', events, status: 'ACTIVE' })
  const [one, two] = [
    await hook('One', ['client.created', 'role.created']),
    await hook('Two', ['role.created', 'user.created']),
  ]
  expect(await usesOf(webhooks, one)).toEqual({ 'events that no other webhook gets': ['client.created'] })
  await admin.call(webhooks.remove, { [webhooks.idKey]: two })
  expect(await usesOf(webhooks, one)).toEqual({
    'events that no other webhook gets': ['client.created', 'role.created'],
  })
})

test('an application names its people, stand-ins, requests, reviews and invitations', async () => {
  const { person, standIn, row, application, client } = await aMatrix(server)
  await row('Director')
  const [director, helper] = [await person('Director'), await aPerson(server)]
  await standIn(director, helper, 'Director')
  await server.db.execute(sql`
    insert into access_requests (id, user_id, application_id, reason) values (${newId()}, ${helper.id}, ${application.id}, 'Work')`)
  await server.db.execute(sql`
    insert into invitations (id, email, email_key, secret_hash, application_id, client_id, sent_by, expires_at)
    values (${newId()}, 'new@example.com', 'new@example.com', 'x', ${application.id}, ${client.id}, ${director.id}, now() + interval '1 day')`)
  const reviewId = newId()
  await server.db.execute(sql`
    insert into access_reviews (id, name, owner_id, owner_session_id, owner_ip, reviewer_rule, stages, due_on, silence, scope, state)
    values (${reviewId}, 'Autumn', ${helper.id}, ${newId()}, '', 'people', 1, current_date + 7, 'keep', '{}', 'running')`)
  await server.db.execute(sql`
    insert into access_review_lines (id, review_id, place, assignment_id, user_id, application_id, client_id, role, assigned_at, evidence, flags)
    values (${newId()}, ${reviewId}, 1, ${newId()}, ${director.id}, ${application.id}, ${client.id}, 'Director', now(), '{}', '{}')`)
  expect(await usesOf(applications, application.id)).toMatchObject({
    people: ['Asha Rao'],
    'application roles': ['Director'],
    'stand-ins': ['Asha Rao · Director'],
    'requests for access that wait': [`Asha Rao · ${application.name}`],
    'running reviews': ['Autumn'],
    'open invitations': ['new@example.com'],
    pages: ['Claims'],
  })
})
