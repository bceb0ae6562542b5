import { readMessage, resendMessage } from '@gatehouse/contract/admin/messages/messages.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { emailTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { makeRecoveryCodes } from '@gatehouse/contract/factors/recovery-codes.ts'
import { lockAccount, lockLinkState } from '@gatehouse/contract/lock-account.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { consumeRequestRequestPassword, login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { addAppTo } from '../../../../test/authenticators.ts'
import { anAddress, aPerson, PASSWORD, signIn } from '../../../../test/builders.ts'
import { anAdministrator, auditOf } from '../../../../test/console.ts'
import { noticesTo } from '../../../../test/messages.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
const aBrowser = (headers: Record<string, string> = {}) => server.visitor({ ip: anAddress(), headers })

const tokenIn = (text: string) => /\/lockaccount\/([\w-]+)/.exec(text)?.[1] ?? ''
const newest = async (address: string) => (await server.inbox(address))[0]?.text ?? ''

/** A person who was notified of a sign-in from a new browser: the owner's browser, the other one, and the link of the message. */
async function someoneReported() {
  const person = await aPerson(server)
  const own = aBrowser()
  await signIn(server, own, person.email)
  const other = aBrowser({ 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:150.0) Gecko/20100101 Firefox/150.0' })
  await signIn(server, other, person.email)
  return { person, own, other, token: tokenIn(await newest(person.email)) }
}

const isSignedIn = async (visitor: ReturnType<typeof aBrowser>) =>
  (await visitor.call(getSession)).data.session !== null

test('ends every way into the account at once, and administrators are notified', async () => {
  const { visitor: admin, person: administrator } = await anAdministrator(server)
  const { person, own, other, token } = await someoneReported()
  await server.db.execute(sql`
    insert into passkeys (id, user_id, credential_id, public_key, counter, transports, device_type, backed_up, name)
    values (gen_random_uuid(), ${person.id}, 'theirs', '', 0, '{}', 'singleDevice', false, 'Theirs')`)
  await addAppTo(server, own)
  await own.call(makeRecoveryCodes)
  const reader = aBrowser()
  for (const _again of [1, 2]) expect((await reader.call(lockLinkState, { token })).data).toEqual({ isUsable: true })
  expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([true, true])

  expect(await reader.call(lockAccount, { token })).toMatchObject({
    status: 200,
    data: { reopenedBy: 'administrator' },
  })
  expect([await isSignedIn(own), await isSignedIn(other)]).toEqual([false, false])
  expect((await own.call(login, { email: person.email, password: PASSWORD })).status).not.toBe(200)
  const { rows } = await server.db.execute(sql`
    select is_active as "isActive", password_hash as hash, (select count(*)::int from passkeys p where p.user_id = u.id) as passkeys,
      (select count(*)::int from authenticators a where a.user_id = u.id) as apps,
      (select count(*)::int from recovery_codes c where c.user_id = u.id) as codes
    from users u where id = ${person.id}`)
  expect(rows).toEqual([{ isActive: false, hash: null, passkeys: 0, apps: 0, codes: 0 }])
  const events = (await auditOf(server, person.id)).map(({ event, actorId }) => ({
    event,
    isOwn: actorId === person.id,
  }))
  expect(events).toContainEqual({ event: 'users.locked', isOwn: true })
  expect((await noticesTo(server, administrator.id)).map(({ notice }) => notice)).toContain('account-reported')

  // Reactivated by an administrator, the person gets a link; the former password stays void.
  const { email, phoneNumber } = person
  const active = { userId: person.id, firstName: 'Asha', lastName: 'Rao', email, phoneNumber, isActive: true }
  expect((await admin.call(users.update, active)).status).toBe(200)
  const uuid = /resetpassword\/(\S+)/.exec(await newest(email))?.[1] ?? ''
  expect((await own.call(login, { email, password: PASSWORD })).status).not.toBe(200)
  const newPassword = 'Heron#Quartz58*Veil'
  expect(await own.call(consumeRequestRequestPassword, { uuid, newPassword: PASSWORD })).toMatchObject({ status: 400 })
  expect((await own.call(consumeRequestRequestPassword, { uuid, newPassword })).status).toBe(200)
  await signIn(server, own, email, newPassword)
  expect(await isSignedIn(own)).toBe(true)
})

test('works once, of ten at the same moment for one, and no other link made before it works afterwards', async () => {
  const { person, token } = await someoneReported()
  const third = aBrowser({ 'user-agent': 'curl/8.5' })
  await signIn(server, third, person.email)
  const later = tokenIn(await newest(person.email))
  expect(later).not.toBe('')
  const answers = await Promise.all(Array.from({ length: 10 }, () => aBrowser().call(lockAccount, { token })))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  await server.db.execute(sql`update users set is_active = true where id = ${person.id}`)
  for (const used of [token, later]) {
    expect(await aBrowser().call(lockAccount, { token: used })).toMatchObject({ status: 400 })
    expect((await aBrowser().call(lockLinkState, { token: used })).data).toEqual({ isUsable: false })
  }
})

test('is refused when it is changed, of another person, or expired', async () => {
  const { person, token } = await someoneReported()
  const stranger = await aPerson(server)
  const [id = '', locks = '', expires = '', signature = ''] = token.split('_')
  const wrong = [
    [stranger.id, locks, expires, signature],
    [id, '1', expires, signature],
    [id, locks, String(Number(expires) + 1), signature],
    [id, locks, expires, signature.slice(0, -2) + (signature.endsWith('a0') ? 'b0' : 'a0')],
  ].map((parts) => parts.join('_'))
  for (const each of wrong) expect(await aBrowser().call(lockAccount, { token: each })).toMatchObject({ status: 400 })
  const { rows } = await server.db.execute<{ now: number }>(sql`select extract(epoch from now())::float8 as now`)
  expect(Number(expires) - (rows[0]?.now ?? 0)).toBeGreaterThan(6.9 * 86_400)
  expect(Number(expires) - (rows[0]?.now ?? 0)).toBeLessThanOrEqual(7 * 86_400)
  const left = await server.db.execute<{ isActive: boolean }>(
    sql`select is_active as "isActive" from users where id = any(${[person.id, stranger.id]}::uuid[])`,
  )
  expect(left.rows).toEqual([{ isActive: true }, { isActive: true }])
})

test('is not in what is kept of the message, nor in what administrators see of it', async () => {
  const { visitor: admin } = await anAdministrator(server)
  const { person, token } = await someoneReported()
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from messages where user_id = ${person.id} and notice = 'new-device'`,
  )
  const seen = JSON.stringify((await admin.call(readMessage, { id: rows[0]?.id ?? '' })).data)
  expect(seen).toContain('lock your account with this link')
  expect(seen).not.toContain(token.split('_')[3])
  const kept = await server.db.execute(
    sql`select 1 from messages where (subject || body || reason) like ${`%${token}%`}`,
  )
  expect(kept.rows).toEqual([])
})

test('sent anew to a former address has no more time than the first one, and to the present address all of it', async () => {
  const { visitor: admin } = await anAdministrator(server)
  const person = await aPerson(server)
  const { phoneNumber } = person
  const email = `moved-${person.email}`
  const moved = { userId: person.id, firstName: 'Asha', lastName: 'Rao', email, phoneNumber, isActive: true }
  expect((await admin.call(users.update, moved)).status).toBe(200)
  const daysLeft = async (address: string) => {
    const mail = (await server.inbox(address)).find(({ text }) => tokenIn(text) !== '')
    const expiresAt = Number(tokenIn(mail?.text ?? '').split('_')[2])
    const { rows } = await server.db.execute<{ days: number }>(
      sql`select ((${expiresAt}::float8 - extract(epoch from now())) / 86400)::float8 as days`,
    )
    return Math.round((rows[0]?.days ?? 0) * 10) / 10
  }
  expect(await daysLeft(person.email)).toBe(7)
  for (const table of ['outbox', 'messages'])
    await server.db.pool.query(
      `update ${table} set created_at = created_at - interval '5 days' where id in (select id from messages where user_id = $1)`,
      [person.id],
    )
  const { rows } = await server.db.execute<{ id: string }>(
    sql`select id from messages where user_id = ${person.id} and notice = 'email-changed'`,
  )
  let id = rows[0]?.id ?? ''
  // Neither does a copy of the copy.
  for (const _again of [1, 2]) {
    const sent = await admin.call(resendMessage, { id, resend: 'anew' })
    expect(sent).toMatchObject({ status: 200 })
    id = sent.data._id
    expect(await daysLeft(person.email)).toBe(2)
  }
  await server.db.execute(sql`update users set email = ${person.email} where id = ${person.id}`)
  expect(await admin.call(resendMessage, { id, resend: 'anew' })).toMatchObject({ status: 200 })
  expect(await daysLeft(person.email)).toBe(7)
})

test('can stand in templates of the console, as text and as the address of a link, and nowhere else', async () => {
  const { visitor: admin } = await anAdministrator(server)
  const save = (body: string) =>
    admin.call(emailTemplates.create, {
      ...{ Application: 'All', Client: 'All', TemplateId: 'L-1', TemplateName: 'new-device', Status: 'ACTIVE' },
      ...{ Subject: 'New sign-in', Template: body },
    })
  for (const body of ['<img src="https://example.com/{{ lockLink }}">', '<p>x.example.com/{{ lockLink }}</p>'])
    expect(await save(body)).toMatchObject({ status: 400 })
  expect((await save('<p>Not you? <a href="{{ lockLink }}">Lock it</a></p>')).status).toBe(200)
  const { token } = await someoneReported()
  expect((await aBrowser().call(lockLinkState, { token })).data).toEqual({ isUsable: true })
})

test('the last administrator is signed out everywhere, and opens the account again by a new password', async () => {
  await server.db.execute(sql`
    update users set is_active = false where role_id in (select id from roles where system = 'admin')`)
  const person = await aPerson(server, { isAdmin: true })
  const own = aBrowser()
  await signIn(server, own, person.email)
  await signIn(server, aBrowser({ 'user-agent': 'curl/8.5' }), person.email)
  const token = tokenIn(await newest(person.email))
  expect((await aBrowser().call(lockAccount, { token })).data).toEqual({ reopenedBy: 'owner' })
  expect(await isSignedIn(own)).toBe(false)
  const { rows } = await server.db.execute(
    sql`select is_active as "isActive", password_hash as hash from users where id = ${person.id}`,
  )
  expect(rows).toEqual([{ isActive: true, hash: null }])
})
