import { removeUserAuthenticator, userAuthenticators } from '@gatehouse/contract/admin/people/authenticators.ts'
import { expect, test } from 'vitest'
import { signInByApp, someoneWithApp } from '../../../../test/authenticators.ts'
import { anAdministrator, auditOf, someoneWith } from '../../../../test/console.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()

test("an administrator sees a person's authenticator apps and removes one; nobody else does, nor their own", async () => {
  const admin = await anAdministrator(server)
  const { person, browser, secret, authenticator } = await someoneWithApp(server)
  const asked = { userId: person.id, authenticatorId: authenticator._id }
  const strong = await someoneWithApp(server, { isAdmin: true })
  const strongs = { userId: strong.person.id, authenticatorId: strong.authenticator._id }
  const writer = await someoneWith(server, ['users:read', 'users:write'])
  expect(await writer.visitor.call(removeUserAuthenticator, strongs)).toMatchObject({ status: 403 })
  expect(await strong.visitor.call(removeUserAuthenticator, strongs)).toMatchObject({ status: 409 })
  const mixed = { ...asked, userId: strong.person.id }
  expect(await admin.visitor.call(removeUserAuthenticator, mixed)).toMatchObject({ status: 404 })

  expect((await admin.visitor.call(userAuthenticators, { userId: person.id })).data).toEqual([authenticator])
  expect(await admin.visitor.call(removeUserAuthenticator, asked)).toMatchObject({
    ...{ status: 200, msg: 'Authenticator App Removed' },
  })
  expect((await admin.visitor.call(userAuthenticators, { userId: person.id })).data).toEqual([])
  expect(await signInByApp(server, browser, person.email, secret)).toMatchObject({ status: 400 })
  expect((await auditOf(server, person.id)).find(({ event }) => event === 'users.authenticator-removed')).toMatchObject(
    {
      actorId: admin.person.id,
      detail: { name: 'Asha Rao', authenticator: 'Phone' },
    },
  )
  expect((await server.inbox(person.email)).map(({ subject }) => subject)).toContain(
    'An authenticator app was removed from your EAI account',
  )
})
