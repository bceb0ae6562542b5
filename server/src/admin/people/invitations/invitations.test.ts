import { roleConflicts } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { invitationsFile } from '@gatehouse/contract/admin/jobs/invitations-file.ts'
import {
  invite,
  listInvitations,
  resendInvitations,
  revokeInvitations,
} from '@gatehouse/contract/admin/people/invitations.ts'
import { permissions } from '@gatehouse/contract/admin/roles/permissions.ts'
import { REASON_HEADER } from '@gatehouse/contract/envelope.ts'
import { acceptInvitation, readInvitation } from '@gatehouse/contract/invitations.ts'
import { listTiles } from '@gatehouse/contract/launch.ts'
import { downloadOwnData } from '@gatehouse/contract/own-data.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aMatrix } from '../../../../test/approvals.ts'
import { aClient, anAddress, anApplication, aPerson, PASSWORD, signIn } from '../../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../../test/console.ts'
import { anEmailConfiguration } from '../../../../test/message-configurations.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { send as uploaded } from '../../../../test/pictures.ts'
import { aRole } from '../../../../test/roles.ts'
import { useTestServer, type Visitor } from '../../../../test/server.ts'
import { aProgram } from '../../../../test/service-accounts.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const FORM = { firstName: 'Nila', lastName: 'Menon', password: PASSWORD }

let count = 0
const anEmail = () => `nila${++count}@example.com`

const send = async (email: string, more: object = {}, who: Visitor = admin) =>
  (await who.call(invite, { emails: [email], ...more })).data.results[0]
const linkTo = async (email: string) =>
  /\/invitation\/([0-9a-f-]{36})/.exec((await server.inbox(email))[0]?.text ?? '')?.[1] ?? 'no link'
const listed = async (email: string, state = 'open') =>
  (await admin.call(listInvitations, { state, search: email } as never)).data.rows[0]
const accept = (uuid: string, more: object = {}) =>
  server.visitor({ ip: anAddress() }).call(acceptInvitation, { ...FORM, uuid, ...more })

/** An application for a client, as an invitation gives it. */
async function aPair() {
  const [application, client] = [await anApplication(server), await aClient(server)]
  return { application, client, given: { applicationId: application.id, clientId: client.id, role: 'User' } }
}

test('an invited person chooses a name and a password by the link, and finds the application', async () => {
  const email = anEmail()
  const { application, client, given } = await aPair()
  const roleId = await aRole(server, ['clients:read'])
  expect(await send(email, { ...given, roleId, validUntil: '2099-03-31' })).toEqual({
    ...{ email, outcome: 'sent', userId: null, message: '' },
  })
  expect(await listed(email)).toMatchObject({
    ...{ email, state: 'open', application: { name: application.name }, client: { name: client.actualName } },
    ...{ applicationRole: 'User', role: { _id: roleId }, validUntil: '2099-03-31T18:30:00.000Z', sends: 1 },
    ...{ sentBy: 'Asha Rao', isSenderActive: true, person: null, settledAt: null },
  })
  const mails = await server.inbox(email)
  expect(mails).toHaveLength(1)
  expect(mails[0]?.text).toContain(`Hello,`)
  expect(mails[0]?.text).toMatch(
    new RegExp(
      `You are invited by Asha Rao to ${application.name} on EAI\\. .*It works once, until \\d+ \\w+ \\d{4}, `,
    ),
  )
  const uuid = await linkTo(email)
  const visitor = server.visitor({ ip: anAddress() })
  const shown = { isUsable: true, email, application: application.name, client: client.actualName }
  expect((await visitor.call(readInvitation, { uuid })).data).toEqual(shown)
  expect(await accept(uuid)).toMatchObject({ status: 200, msg: 'Account created', data: { email } })

  await signIn(server, visitor, email)
  expect((await visitor.call(listTiles)).data.map(({ _id }) => _id)).toEqual([application.id])
  expect(await listed(email, 'accepted')).toMatchObject({ person: { name: 'Nila Menon' }, sends: 1 })
  const { rows } = await server.db.execute<{ id: string; roleId: string }>(
    sql`select id, role_id as "roleId" from users where email = ${email}`,
  )
  const [{ id, roleId: had } = { id: '', roleId: '' }] = rows
  expect(had).toBe(roleId)
  const events = (await auditOf(server, id)).map(({ event }) => event)
  expect(events).toEqual(
    expect.arrayContaining(['registration.completed', 'users.role-attached', 'users.application-assigned']),
  )
  // The invitation has named what it gives: no other message says it again.
  expect((await noticesTo(server, id)).map(({ notice }) => notice)).toEqual([])
  const own = (await visitor.call(downloadOwnData, {})).data.invitations
  expect(own).toMatchObject([{ email, application: application.name, client: client.actualName }])
})

test('of ten equal acceptances at the same moment one makes an account', async () => {
  const email = anEmail()
  await send(email)
  const uuid = await linkTo(email)
  const answers = await Promise.all(Array.from({ length: 10 }, () => accept(uuid)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    ...{
      status: 400,
      msg: 'This invitation is no longer valid. Ask for a new one, or sign in if you already have an account.',
    },
  })
  const { rows } = await server.db.execute(sql`select from users where email = ${email}`)
  expect(rows).toHaveLength(1)
})

test('a weak password is refused, and the link stays', async () => {
  const email = anEmail()
  await send(email)
  const uuid = await linkTo(email)
  expect((await accept(uuid, { password: 'password' })).status).toBe(400)
  expect((await accept(uuid, { firstName: '' })).status).toBe(400)
  // What people write themselves stands in messages to others.
  expect((await accept(uuid, { firstName: 'Now at evil.example' })).status).toBe(400)
  expect((await accept(uuid)).status).toBe(200)
})

test('each address gets its own result, and one that is named twice gets one message', async () => {
  const [fresh, again, person] = [anEmail(), anEmail(), await aPerson(server)]
  await send(again)
  const emails = [fresh, 'no address', again, person.email, fresh.toUpperCase(), person.userName]
  expect((await admin.call(invite, { emails })).data.results).toEqual([
    { email: fresh, outcome: 'sent', userId: null, message: '' },
    { email: 'no address', outcome: 'invalid', userId: null, message: '' },
    { email: again, outcome: 'sent-again', userId: null, message: '' },
    { email: person.email, outcome: 'has-account', userId: person.id, message: '' },
    { email: person.userName, outcome: 'invalid', userId: null, message: '' },
  ])
  expect(await server.inbox(fresh)).toHaveLength(1)
  // Nobody who cannot see people learns who it is.
  const writer = await someoneWith(server, ['users:write'])
  expect(await send(person.email, {}, writer.visitor)).toMatchObject({ outcome: 'has-account', userId: null })
})

test('an invitation that is sent again has a new link, and what the newest one gives', async () => {
  const email = anEmail()
  const { given } = await aPair()
  await send(email, given)
  const former = await linkTo(email)
  const invitation = await listed(email)
  await server.db.execute(sql`update invitations set expires_at = now() where id = ${invitation?._id}`)
  expect(await listed(email)).toBeUndefined()
  const { data } = await admin.call(resendInvitations, { ids: [String((await listed(email, 'expired'))?._id)] })
  expect(data.results).toMatchObject([{ email, outcome: 'sent-again' }])
  expect(await listed(email)).toMatchObject({ _id: invitation?._id, sends: 2, applicationRole: 'User' })
  expect((await accept(former)).status).toBe(400)
  await send(email)
  expect(await listed(email)).toMatchObject({ _id: invitation?._id, sends: 3, application: null })
  expect((await accept(await linkTo(email))).status).toBe(200)
  expect((await admin.call(resendInvitations, { ids: [String(invitation?._id)] })).data.results).toMatchObject([
    { outcome: 'refused', message: 'This invitation was accepted or revoked in the meantime.' },
  ])
})

test('a revoked invitation can neither be opened nor accepted', async () => {
  const emails = [anEmail(), anEmail()]
  await admin.call(invite, { emails })
  const links = await Promise.all(emails.map(linkTo))
  const ids = await Promise.all(emails.map(async (email) => String((await listed(email))?._id)))
  expect(await admin.call(revokeInvitations, { ids })).toMatchObject({ status: 200, data: { revoked: 2 } })
  expect(await admin.call(revokeInvitations, { ids })).toMatchObject({ status: 200, data: { revoked: 0 } })
  for (const uuid of links) {
    const visitor = server.visitor({ ip: anAddress() })
    expect((await visitor.call(readInvitation, { uuid })).data).toMatchObject({ isUsable: false, email: '' })
    expect((await accept(uuid)).status).toBe(400)
  }
  expect((await auditOf(server, ids[0] ?? '')).map(({ event, detail }) => [event, detail.name])).toEqual([
    ['invitations.sent', expect.stringContaining('••')],
    ['invitations.revoked', expect.stringContaining('••')],
  ])
  expect(await listed(emails[0] ?? '', 'revoked')).toMatchObject({ settledAt: expect.any(String) })
  // The address may be invited again.
  expect(await send(emails[0] ?? '')).toMatchObject({ outcome: 'sent' })
})

describe('an invitation gives no more than', () => {
  test('its sender may give when it is sent', async () => {
    const helper = await someoneWith(server, ['users:read', 'users:write'])
    const more = await aRole(server, ['users:write', 'roles:write'])
    const within = await aRole(server, ['users:read'])
    const email = anEmail()
    const answer = await helper.visitor.call(invite, { emails: [email], roleId: more })
    expect(answer).toMatchObject({ status: 403 })
    expect(await server.inbox(email)).toEqual([])
    expect(await send(email, { roleId: within }, helper.visitor)).toMatchObject({ outcome: 'sent' })
    // Nor does the invitation of somebody with more permissions, sent again by somebody with fewer.
    const other = anEmail()
    await send(other, { roleId: more })
    const ids = [String((await listed(other))?._id)]
    expect((await helper.visitor.call(resendInvitations, { ids })).data.results).toMatchObject([
      { email: other, outcome: 'refused', message: expect.stringMatching(/permission/) },
    ])
    expect(await server.inbox(other)).toHaveLength(1)
  })

  test('its sender may give when it is accepted', async () => {
    const helper = await someoneWith(server, ['users:read', 'users:write', 'clients:read'])
    const roleId = await aRole(server, ['clients:read'])
    const [first, second] = [anEmail(), anEmail()]
    await send(first, { roleId }, helper.visitor)
    await send(second, {}, helper.visitor)
    await server.db.execute(sql`
      delete from role_permissions where role_id = ${helper.roleId}
        and permission_id = (select id from permissions where name = 'clients:read')`)
    expect((await accept(await linkTo(first))).status).toBe(400)
    await server.db.execute(sql`update users set is_active = false where id = ${helper.person.id}`)
    const uuid = await linkTo(second)
    const visitor = server.visitor({ ip: anAddress() })
    expect((await visitor.call(readInvitation, { uuid })).data.isUsable).toBe(false)
    expect((await accept(uuid)).status).toBe(400)
    expect(await listed(second)).toMatchObject({ isSenderActive: false })
    // The person who sends it again is its sender from then on.
    await admin.call(resendInvitations, { ids: [String((await listed(second))?._id)] })
    expect((await accept(await linkTo(second))).status).toBe(200)
  })

  test('what exists: a role and a term of the application', async () => {
    const { given } = await aPair()
    const refused = async (more: object) => (await admin.call(invite, { emails: [anEmail()], ...more })).status
    expect(await refused({ ...given, role: 'Nothing' })).toBe(400)
    expect(await refused({ ...given, clientId: null })).toBe(400)
    expect(await refused({ ...given, validUntil: '2020-01-01' })).toBe(400)
    expect(await refused({ ...given, validFrom: '2099-02-01', validUntil: '2099-01-01' })).toBe(400)
  })
})

test('the rows of a file are invited, each with what it gives and with its own result', async () => {
  const { application, client } = await aPair()
  const role = await server.db.execute<{ name: string }>(
    sql`select name from roles where id = ${await aRole(server, ['clients:read'])}`,
  )
  const [one, other, person] = [anEmail(), anEmail(), await aPerson(server)]
  const names = `${application.name.toUpperCase()},${client.actualName}`
  const rows = [
    'email,application,client,role,validUntil,portalRole',
    `${one},${names},User,2099-03-31,${role.rows[0]?.name}`,
    `${other},,,,,`,
    `${person.email},,,,,`,
    `${anEmail()},Nothing,${client.actualName},User,,`,
    `${anEmail()},${names},User,2020-01-01,`,
    `${one},,,,,`,
    'no address,,,,,',
  ]
  const upload = (who: Visitor, content: string) =>
    uploaded(server, who, { ...invitationsFile, path: `${invitationsFile.path}?language=hi` }, content)
  const { status, data } = await upload(admin, rows.join('\n'))
  expect(status).toBe(200)
  const shown = (data.results as { outcome: string; message: string }[]).map((each) => each.message || each.outcome)
  expect(shown.toSorted()).toEqual(
    [
      ...['No application has this name', 'The end must be in the future', 'The same email stands in line 2'],
      ...['has-account', 'invalid', 'sent', 'sent'],
    ].toSorted(),
  )
  expect(await listed(one)).toMatchObject({
    ...{ application: { name: application.name }, applicationRole: 'User', role: { name: role.rows[0]?.name } },
    validUntil: '2099-03-31T18:30:00.000Z',
  })
  expect(await listed(other)).toMatchObject({ application: null, role: null })
  expect((await server.inbox(other))[0]?.text).toContain('आमंत्रित')
  // The guard and the permission are those of the other way.
  const helper = await someoneWith(server, ['users:write'])
  const third = anEmail()
  const { data: refused } = await upload(helper.visitor, `email,portalRole\n${third},${role.rows[0]?.name}`)
  expect(refused.results).toMatchObject([{ email: third, outcome: 'refused' }])
  expect(await server.inbox(third)).toEqual([])
  const reader = await someoneWith(server, ['users:read'])
  expect((await upload(reader.visitor, `email\n${third}`)).status).toBe(403)
  const many = ['email', ...Array.from({ length: 501 }, (_, index) => `row${index}@example.com`)].join('\n')
  expect(await upload(admin, many)).toMatchObject({
    ...{ status: 400, msg: 'A file can have at most 500 invitations. Send it in parts.' },
  })
})

test('a service account invites within its own permissions, for as long as it is active', async () => {
  const { visitor: program, id } = await aProgram(server, ['users:write', 'clients:read'])
  const [roleId, more] = [await aRole(server, ['clients:read']), await aRole(server, ['roles:write'])]
  const [first, second] = [anEmail(), anEmail()]
  expect(await program.call(invite, { emails: [first], roleId: more })).toMatchObject({ status: 403 })
  expect((await program.call(invite, { emails: [first, second], roleId })).data.results).toMatchObject([
    { outcome: 'sent' },
    { outcome: 'sent' },
  ])
  expect((await accept(await linkTo(first))).status).toBe(200)
  await server.db.execute(sql`update service_accounts set status = 'INACTIVE' where id = ${id}`)
  expect((await accept(await linkTo(second))).status).toBe(400)
  expect(await listed(second)).toMatchObject({ isSenderActive: false })
})

test('nobody voids or replaces an open invitation that gives more than they may give', async () => {
  const email = anEmail()
  const roleId = await aRole(server, ['clients:read'])
  await send(email, { roleId })
  const _id = (await listed(email))?._id ?? ''
  const { visitor } = await someoneWith(server, ['users:read', 'users:write'])
  const message = 'An invitation that is open gives this address more than you may give.'
  expect(await send(email, {}, visitor)).toMatchObject({ outcome: 'refused', message })
  expect(await visitor.call(revokeInvitations, { ids: [_id] })).toMatchObject({ status: 403, msg: message })
  expect(await listed(email)).toMatchObject({ _id, role: { _id: roleId }, sends: 1 })
  await server.db.execute(sql`update invitations set expires_at = now() where id = ${_id}`)
  expect(await send(email, {}, visitor)).toMatchObject({ outcome: 'sent-again' })
})

test('one that gives a role in the portal is about no application, and its role counts for the gateway for all', async () => {
  const { application, given } = await aPair()
  const about = async (email: string) =>
    (
      await server.db.execute<{ applicationId: string | null }>(
        sql`select application_id as "applicationId" from messages where recipient = ${email}`,
      )
    ).rows[0]?.applicationId
  const [plain, strong] = [anEmail(), anEmail()]
  const permission = `claims:${count}`
  await admin.call(permissions.create, { name: permission, description: 'Of nobody yet', status: 'ACTIVE' })
  const { roleId } = await someoneWith(server, [])
  await server.db.execute(sql`
    insert into role_permissions (role_id, permission_id) select ${roleId}, id from permissions where name = ${permission}`)
  await send(plain, given)
  await send(strong, { ...given, roleId })
  expect([await about(plain), await about(strong)]).toEqual([application.id, null])
  expect((await server.inbox(strong))[0]?.text).toContain(application.name)
  const { visitor } = await someoneWith(server, ['messages:write'])
  const refusal = await visitor.call(emailConfigurations.create, anEmailConfiguration())
  expect(refusal).toMatchObject({ status: 403, data: { missing: expect.arrayContaining([permission]) } })
})

test('an account that came about meanwhile is not replaced', async () => {
  const email = anEmail()
  await send(email)
  const uuid = await linkTo(email)
  await aPerson(server, { email })
  expect((await accept(uuid)).status).toBe(400)
  const ids = [String((await listed(email))?._id)]
  expect((await admin.call(resendInvitations, { ids })).data.results).toMatchObject([{ outcome: 'has-account' }])
})

test('one address gets five invitations a day, and one person sends 500 an hour', async () => {
  const email = anEmail()
  const outcomes: (string | undefined)[] = []
  for (let sent = 1; sent <= 6; sent++) outcomes.push((await send(email))?.outcome)
  expect(outcomes).toEqual(['sent', ...Array(4).fill('sent-again'), 'limited'])
  const busy = await someoneWith(server, ['users:write'])
  const emails = Array.from({ length: 500 }, (_, index) => `many${index}@example.com`)
  const { results } = (await busy.visitor.call(invite, { emails })).data
  expect(new Set(results.map(({ outcome }) => outcome))).toEqual(new Set(['sent']))
  expect(await send(anEmail(), {}, busy.visitor)).toMatchObject({ outcome: 'limited' })
  expect((await busy.visitor.call(invite, { emails: [...emails, 'one@example.com'] })).status).toBe(400)
})

describe('a role that by itself breaks a rule of separation of duties', () => {
  async function aSituation(effect: 'prevent' | 'ask') {
    const matrix = await aMatrix(server)
    await matrix.row('Clerk', { action: 'Creator', sequence: 0 })
    const { application, client } = matrix
    const form = {
      name: 'Claims',
      description: '',
      roles: [],
      duties: ['/Creator', 'Claims/'],
      scope: 'client',
      effect,
    }
    const addRule = () => admin.call(roleConflicts.create, { applicationId: application.id, ...form } as never)
    return { addRule, given: { applicationId: application.id, clientId: client.id, role: 'Clerk' } }
  }

  test.each([
    ['prevent', /refuses this: Claims \(Creator, Claims\)/],
    ['ask', /asks an administrator for a reason: Claims/],
  ] as const)('is not sent in an invitation, with the effect "%s"', async (effect, words) => {
    const { addRule, given } = await aSituation(effect)
    await addRule()
    const email = anEmail()
    const reason = { [REASON_HEADER]: encodeURIComponent('The branch has one') }
    const refused = await admin.call(invite, { emails: [email], ...given }, reason)
    expect(refused).toMatchObject({ status: 400, msg: expect.stringMatching(words) })
    expect(await server.inbox(email)).toEqual([])
    expect((await admin.call(invite, { emails: [email], ...given, role: 'User' })).status).toBe(200)
  })

  test('is refused with its own message where the rule came later, the audit has its name, and the link works again without it', async () => {
    const { addRule, given } = await aSituation('ask')
    const email = anEmail()
    await send(email, given)
    const uuid = await linkTo(email)
    const { data: rule } = await addRule()
    expect(await accept(uuid)).toMatchObject({
      status: 403,
      msg: 'What this invitation gives is refused by a rule about who may have which access. Ask the person who invited you, and use this link again afterwards.',
    })
    expect(await listed(email)).toBeUndefined()
    const found = await listed(email, 'refused')
    expect(found).toMatchObject({ state: 'refused', refusedAt: expect.any(String), settledAt: null })
    const id = String(found?._id)
    expect((await auditOf(server, id)).at(-1)).toMatchObject({
      event: 'invitations.refused',
      detail: { rules: ['Claims (Creator, Claims)'] },
    })
    expect((await admin.call(resendInvitations, { ids: [id] })).data.results).toMatchObject([
      { outcome: 'refused', message: expect.stringContaining('Claims') },
    ])
    await admin.call(roleConflicts.remove, { ruleId: rule._id })
    expect((await accept(uuid)).status).toBe(200)
    expect(await listed(email, 'refused')).toBeUndefined()
    expect(await listed(email, 'accepted')).toMatchObject({ _id: id })
  })

  test('waits again once it was sent again', async () => {
    const { addRule, given } = await aSituation('prevent')
    const email = anEmail()
    await send(email, given)
    const uuid = await linkTo(email)
    const { data: rule } = await addRule()
    expect((await accept(uuid)).status).toBe(403)
    await admin.call(roleConflicts.remove, { ruleId: rule._id })
    await admin.call(resendInvitations, { ids: [String((await listed(email, 'refused'))?._id)] })
    expect(await listed(email)).toMatchObject({ state: 'open', refusedAt: null })
    expect(await listed(email, 'refused')).toBeUndefined()
  })
})
