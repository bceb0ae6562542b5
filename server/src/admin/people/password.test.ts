import { resetUserPassword } from '@gatehouse/contract/admin/people/users.ts'
import { describe, expect, test } from 'vitest'
import { anAddress, PASSWORD, signIn } from '../../../test/builders.ts'
import { auditOf, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { aUser } from '../../../test/users.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const PASSWORD_RULE =
  'Must Contain 8 Characters, One Uppercase, One Lowercase, One Number and one special case Character'

describe('a password set by an administrator', () => {
  test.each([
    [{ newPassword: undefined }, 'New Password Required'],
    [{ newPassword: '' }, 'New Password Required'],
    [{ newPassword: 'short' }, PASSWORD_RULE],
    [{ newPassword: 'Meera@2024' }, 'This password is too easy to guess. Choose another one.'],
    [{ email: '' }, 'Email is required'],
  ])('is refused as %j', async (change, msg) => {
    const { id, email } = await aUser(admin)
    const answer = await admin.call(resetUserPassword, { email, newPassword: 'Heron#Meadow58*Oar', ...change })
    expect(answer).toMatchObject({ status: 400, msg })
    expect((await auditOf(server, id)).map(({ event }) => event)).toEqual(['users.created'])
    await signIn(server, server.visitor({ ip: anAddress() }), email)
  })

  test('is refused for an unknown person', async () => {
    const unknown = { email: 'nobody@example.com', newPassword: PASSWORD }
    expect(await admin.call(resetUserPassword, unknown)).toMatchObject({ status: 404 })
  })

  test('is never in the audit, nor its hash (T069)', async () => {
    const { id, email } = await aUser(admin)
    expect(await admin.call(resetUserPassword, { email, newPassword: 'Heron#Meadow58*Oar' })).toMatchObject({
      status: 200,
      msg: 'Password Changed',
    })
    const lines = await auditOf(server, id)
    expect(lines.map(({ event }) => event)).toEqual(['users.created', 'users.password-set'])
    expect(JSON.stringify(lines)).not.toMatch(/Kestrel|Heron|argon2/)
  })
})
