import { removeUserPasskey, userPasskeys } from '@gatehouse/contract/admin/people/passkeys.ts'
import { listPasskeys } from '@gatehouse/contract/factors/passkeys.ts'
import { beforeAll, expect, test } from 'vitest'
import { anAdministrator, auditOf, someoneWith } from '../../../../test/console.ts'
import { signInByPasskey, someoneWithPasskey } from '../../../../test/passkeys.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()
let admin: Awaited<ReturnType<typeof anAdministrator>>
beforeAll(async () => {
  admin = await anAdministrator(server)
})

test("an administrator sees a person's passkeys and removes one; the person is notified", async () => {
  const { person, visitor, browser, authenticator, passkey } = await someoneWithPasskey(server)
  expect((await admin.visitor.call(userPasskeys, { userId: person.id })).data).toEqual([passkey])
  const removed = await admin.visitor.call(removeUserPasskey, { userId: person.id, passkeyId: passkey._id })
  expect(removed).toMatchObject({ status: 200, msg: 'Passkey Removed' })
  expect(await signInByPasskey(browser, authenticator)).toMatchObject({ status: 401 })
  expect((await visitor.call(listPasskeys)).data).toEqual([])
  const lines = await auditOf(server, person.id)
  expect(lines.find(({ event }) => event === 'users.passkey-removed')).toMatchObject({
    actorId: admin.person.id,
    detail: { name: 'Asha Rao', passkey: 'Phone' },
  })
  const [notice] = await server.inbox(person.email)
  expect(notice?.subject).toBe('A passkey was removed from your EAI account')
})

test('nobody removes their own here, that of another person under a wrong id, or that of someone with more permissions', async () => {
  const strong = await someoneWithPasskey(server, { person: { isAdmin: true } })
  const { passkey } = strong
  const own = { userId: strong.person.id, passkeyId: passkey._id }
  expect(await strong.visitor.call(removeUserPasskey, own)).toMatchObject({
    status: 409,
    msg: 'Change how you sign in yourself on your own pages.',
  })
  const other = await someoneWithPasskey(server)
  const mixed = { userId: other.person.id, passkeyId: passkey._id }
  expect(await admin.visitor.call(removeUserPasskey, mixed)).toMatchObject({ status: 404 })
  const writer = await someoneWith(server, ['users:read', 'users:write'])
  expect(await writer.visitor.call(removeUserPasskey, own)).toMatchObject({ status: 403 })
  expect((await strong.visitor.call(listPasskeys)).data).toHaveLength(1)
})
