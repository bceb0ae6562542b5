import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { makeRecoveryCodes } from '@gatehouse/contract/factors/recovery-codes.ts'
import { signInWithRecoveryCode } from '@gatehouse/contract/factors/second-step.ts'
import { lockAccount } from '@gatehouse/contract/lock-account.ts'
import { undoContactChange } from '@gatehouse/contract/own-contact.ts'
import { consumeLogInOtpEmail, login, requestLogInOtp, requestRequestPassword } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { anAuthenticator } from '../../test/authenticator.ts'
import { addAppTo, signInByApp } from '../../test/authenticators.ts'
import { anAddress, aPerson, PASSWORD, signIn, someoneSignedIn } from '../../test/builders.ts'
import { auditOf, useAdministrator } from '../../test/console.ts'
import { anSmsConfiguration } from '../../test/message-configurations.ts'
import { numberTo as changeNumber, moveTo, undoFor } from '../../test/own-contact.ts'
import { addPasskeyTo, signInByPasskey, someoneWithPasskey } from '../../test/passkeys.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { useSmsGateway } from '../../test/sms-gateway.ts'

const server = useTestServer({ config: { outboundAllow: ['localhost'] } })
const admin = useAdministrator(server)
const gateway = useSmsGateway()
const aBrowser = () => server.visitor({ ip: anAddress() })

let count = 0
async function moveAway(visitor: Visitor) {
  expect(await moveTo(server, visitor, `moved-${++count}@example.com`)).toMatchObject({ status: 200 })
}

const undoFrom = async (address: string) => aBrowser().call(undoContactChange, { uuid: await undoFor(server, address) })

const numberTo = (visitor: Visitor, phoneNumber: string) => changeNumber({ server, gateway }, visitor, phoneNumber)

test('an undo removes what signs in and was added since the change; what was there before stays', async () => {
  const { person, visitor, authenticator: own } = await someoneWithPasskey(server)
  await server.db.execute(sql`
    update passkeys set created_at = created_at - interval '1 day' where user_id = ${person.id}`)
  await moveAway(visitor)
  const thief = anAuthenticator()
  await addPasskeyTo(visitor, thief)
  const { secret } = await addAppTo(server, visitor)
  const { codes } = (await visitor.call(makeRecoveryCodes)).data

  expect(await undoFrom(person.email)).toMatchObject({ status: 200 })
  expect((await signInByPasskey(aBrowser(), thief)).status).not.toBe(200)
  expect((await signInByApp(server, aBrowser(), person.email, secret)).status).not.toBe(200)
  const half = aBrowser()
  await half.call(login, { email: person.email, password: PASSWORD })
  expect((await half.call(signInWithRecoveryCode, { code: codes[0] ?? '' })).status).not.toBe(200)
  expect(await signInByPasskey(aBrowser(), own)).toMatchObject({ status: 200 })
  const [undone] = (await auditOf(server, person.id)).filter(({ event }) => event === 'contact.change-undone')
  expect(undone?.detail).toMatchObject({ passkeys: 1, authenticators: 1, recoveryCodes: 10 })
})

test('an undo restores a number that was changed after the address, and its link is void', async () => {
  await admin.call(smsConfigurations.create, anSmsConfiguration({ url: gateway.url }))
  const { person, visitor } = await someoneSignedIn(server)
  await moveAway(visitor)
  await numberTo(visitor, '7622000001')
  await numberTo(visitor, '7622000002')

  expect(await undoFrom(person.email)).toMatchObject({ status: 200, data: { kind: 'email' } })
  for (const phone of ['7622000001', '7622000002'])
    expect(await aBrowser().call(login, { phone, password: PASSWORD })).toMatchObject({ status: 401 })
  expect(await aBrowser().call(login, { phone: person.phoneNumber, password: PASSWORD })).toMatchObject({ status: 200 })
  const { rows } = await server.db.execute(
    sql`select 1 from contact_changes where user_id = ${person.id} and settled_at is null`,
  )
  expect(rows).toEqual([])
  const [undone] = (await auditOf(server, person.id)).filter(({ event }) => event === 'contact.change-undone')
  expect(undone?.detail).toMatchObject({
    changes: [
      { field: 'email', after: person.email },
      { field: 'phoneNumber', before: '7622000002', after: person.phoneNumber },
    ],
  })
})

test('an undo of the address leaves a number that was changed before it, which its own link undoes', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  await numberTo(visitor, '7622000003')
  await moveAway(visitor)
  const links = (await server.inbox(person.email)).map(({ text }) => /\/undochange\/([\w-]+)/.exec(text)?.[1])
  const [ofEmail, ofPhone] = links.filter(Boolean)
  expect(await aBrowser().call(undoContactChange, { uuid: ofEmail ?? '' })).toMatchObject({ data: { kind: 'email' } })
  expect(await aBrowser().call(login, { phone: '7622000003', password: PASSWORD })).toMatchObject({ status: 200 })
  expect(await aBrowser().call(undoContactChange, { uuid: ofPhone ?? '' })).toMatchObject({ data: { kind: 'phone' } })
})

test('a locked account is undone as well, and the link for a new password goes to the former address', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  await signIn(server, aBrowser(), person.email)
  const texts = (await server.inbox(person.email)).map(({ text }) => text)
  const token = texts.map((text) => /\/lockaccount\/([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
  await moveAway(visitor)
  const thief = `moved-${count}@example.com`
  expect(await aBrowser().call(lockAccount, { token })).toMatchObject({ status: 200 })
  expect(await undoFrom(person.email)).toMatchObject({ status: 200 })
  const before = (await server.inbox(thief)).length
  const { email, phoneNumber } = person
  const active = { userId: person.id, firstName: 'Asha', lastName: 'Rao', email, phoneNumber, isActive: true }
  expect(await admin.call(users.update, active)).toMatchObject({ status: 200 })
  expect((await server.inbox(person.email))[0]?.text).toContain('/resetpassword/')
  expect(await server.inbox(thief)).toHaveLength(before)
})

test('an account that is back at its own address, and was locked from the one in between, gets links for a new password', async () => {
  const { person, visitor } = await someoneSignedIn(server)
  await moveAway(visitor)
  expect(await moveTo(server, visitor, person.email)).toMatchObject({ status: 200 })
  const texts = (await server.inbox(`moved-${count}@example.com`)).map(({ text }) => text)
  const token = texts.map((text) => /\/lockaccount\/([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
  expect(await aBrowser().call(lockAccount, { token })).toMatchObject({ status: 200 })
  const { email, phoneNumber } = person
  const active = { userId: person.id, firstName: 'Asha', lastName: 'Rao', email, phoneNumber, isActive: true }
  expect(await admin.call(users.update, active)).toMatchObject({ status: 200 })

  const before = (await server.inbox(email)).length
  expect(await aBrowser().call(requestRequestPassword, { email })).toMatchObject({ status: 200 })
  const after = await server.inbox(email)
  expect(after).toHaveLength(before + 1)
  expect(after[0]?.text).toContain('/resetpassword/')
})

test('who signs in by code, and has locked the account before, gets codes at an address they move to later', async () => {
  const { id, email } = await aPerson(server, { codeOnly: true })
  await server.db.execute(sql`
    update users set locks = 1, password_hash = null, password_changed_at = now() where id = ${id}`)
  const visitor = aBrowser()
  const signInAs = async (address: string) => {
    expect(await visitor.call(requestLogInOtp, { email: address })).toMatchObject({ status: 200 })
    return visitor.call(consumeLogInOtpEmail, { email: address, otp: await server.codeFor(address) })
  }
  expect(await signInAs(email)).toMatchObject({ status: 200 })
  await moveAway(visitor)
  expect(await signInAs(`moved-${count}@example.com`)).toMatchObject({ status: 200 })
})

test('while the last administrator has locked the account, no link or code goes to where somebody moved it', async () => {
  await server.db.execute(sql`
    update users set is_active = false where role_id in (select id from roles where system = 'admin')`)
  const person = await aPerson(server, { isAdmin: true, codeOnly: true })
  const visitor = aBrowser()
  await signIn(server, visitor, person.email)
  await signIn(server, server.visitor({ ip: anAddress(), headers: { 'user-agent': 'curl/8.5' } }), person.email)
  const texts = (await server.inbox(person.email)).map(({ text }) => text)
  const token = texts.map((text) => /\/lockaccount\/([\w-]+)/.exec(text)?.[1]).find(Boolean) ?? ''
  await moveAway(visitor)
  const thief = `moved-${count}@example.com`
  expect((await aBrowser().call(lockAccount, { token })).data).toEqual({ reopenedBy: 'owner' })

  const before = (await server.inbox(thief)).length
  for (const call of [requestRequestPassword, requestLogInOtp])
    expect(await aBrowser().call(call, { email: thief })).toMatchObject({ status: 200 })
  expect(await server.inbox(thief)).toHaveLength(before)

  expect(await undoFrom(person.email)).toMatchObject({ status: 200 })
  expect(await aBrowser().call(requestRequestPassword, { email: person.email })).toMatchObject({ status: 200 })
  expect((await server.inbox(person.email))[0]?.text).toContain('/resetpassword/')
})
