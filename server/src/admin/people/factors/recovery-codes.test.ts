import { removeUserRecoveryCodes, userRecoveryCodes } from '@gatehouse/contract/admin/people/recovery-codes.ts'
import { signInWithRecoveryCode } from '@gatehouse/contract/factors/second-step.ts'
import { login } from '@gatehouse/contract/signin.ts'
import { expect, test } from 'vitest'
import { PASSWORD } from '../../../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith } from '../../../../test/console.ts'
import { someoneWithRecoveryCodes } from '../../../../test/recovery-codes.ts'
import { useTestServer } from '../../../../test/server.ts'

const server = useTestServer()

test("an administrator sees how many of a person's recovery codes are left and removes them; nobody else does, nor their own", async () => {
  const admin = await anAdministrator(server)
  const { person, codes, browser } = await someoneWithRecoveryCodes(server)
  const asked = { userId: person.id }
  const strong = await someoneWithRecoveryCodes(server, { isAdmin: true })
  const writer = await someoneWith(server, ['users:read', 'users:write'])
  expect(await writer.visitor.call(removeUserRecoveryCodes, { userId: strong.person.id })).toMatchObject({
    status: 403,
  })
  expect(await strong.visitor.call(removeUserRecoveryCodes, { userId: strong.person.id })).toMatchObject({
    status: 409,
  })

  expect((await writer.visitor.call(userRecoveryCodes, asked)).data).toEqual({ left: 10, madeAt: expect.any(String) })
  expect(await writer.visitor.call(removeUserRecoveryCodes, asked)).toMatchObject({
    ...{ status: 200, msg: 'Recovery Codes Removed' },
  })
  expect(await admin.visitor.call(removeUserRecoveryCodes, asked)).toMatchObject({ status: 404 })
  expect((await admin.visitor.call(userRecoveryCodes, asked)).data).toEqual({ left: 0, madeAt: null })
  await browser.call(login, { email: person.email, password: PASSWORD })
  expect(await browser.call(signInWithRecoveryCode, { code: codes[0] ?? '' })).toMatchObject({ status: 400 })
  expect((await auditOf(server, person.id)).at(-1)).toMatchObject({ event: 'signin.code-wrong' })
  expect(
    (await auditOf(server, person.id)).find(({ event }) => event === 'users.recovery-codes-removed'),
  ).toMatchObject({ actorId: writer.person.id, detail: { unused: 10 } })
  expect((await server.inbox(person.email)).map(({ subject }) => subject)).toContain(
    'The recovery codes of your EAI account were removed',
  )
})
