import { activityFile } from '@gatehouse/contract/admin/activity/activity.ts'
import { datePublishing } from '@gatehouse/contract/admin/approvals/publish-dates.ts'
import { publishApprovalDraft } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { askToPublish, confirmPublishing } from '@gatehouse/contract/admin/approvals/second-person.ts'
import { importSheet, previewSheet } from '@gatehouse/contract/admin/approvals/sheets.ts'
import { invitationsFile } from '@gatehouse/contract/admin/jobs/invitations-file.ts'
import { importFile, jobFailuresFile, usersFile } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { leaversFile } from '@gatehouse/contract/admin/jobs/leavers.ts'
import { messagesFile } from '@gatehouse/contract/admin/messages/messages.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { attachPermissionsToRole, roles } from '@gatehouse/contract/admin/roles/roles.ts'
import { mayAskToConfirm } from '@gatehouse/contract/endpoint.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { approveOwnedRequest } from '@gatehouse/contract/owned-requests.ts'
import { PERMISSIONS, type Permission } from '@gatehouse/contract/permissions.ts'
import { consumeLogInOtpEmail, login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAuthenticator } from '../../test/authenticator.ts'
import { PASSWORD } from '../../test/builders.ts'
import { anAdministrator, auditOf, someoneWith } from '../../test/console.ts'
import { addPasskeyTo } from '../../test/passkeys.ts'
import { send } from '../../test/pictures.ts'
import { aRole, aRoleForm, permissionId } from '../../test/roles.ts'
import { useTestServer, type Visitor } from '../../test/server.ts'
import { aProgram } from '../../test/service-accounts.ts'

const server = useTestServer()

const REFUSED = { status: 403, msg: 'Confirm that it is you.' }
const PERMISSION_NAMES = Object.keys(PERMISSIONS) as Permission[]

/** Somebody with all permissions whose role asks after so many minutes. */
async function someoneAsked(confirmMinutes: number | null) {
  const someone = await someoneWith(server, PERMISSION_NAMES)
  await server.db.execute(sql`update roles set confirm_minutes = ${confirmMinutes} where id = ${someone.roleId}`)
  return someone
}

const age = (userId: string, minutes: number) =>
  server.db.execute(sql`
    update sessions set authenticated_at = now() - make_interval(mins => ${minutes}) where user_id = ${userId}`)

/** A call that gives a right. */
async function give(visitor: Visitor) {
  const roleId = await aRole(server, [])
  return visitor.call(attachPermissionsToRole, { roleId, permissionId: await permissionId(server, 'roles:read') })
}

describe('a role that asks for a recent sign-in', () => {
  test('has it confirmed before every call that touches rights or is sensitive otherwise, and before no other', async () => {
    const { person, visitor } = await someoneAsked(15)
    await age(person.id, 16)
    const calls = ENDPOINTS.filter((call) => call.access in PERMISSIONS || mayAskToConfirm(call))
    for (const call of calls) {
      const { status, msg } = await visitor.call(call, {})
      expect(status === REFUSED.status && msg === REFUSED.msg, call.path).toBe(mayAskToConfirm(call))
    }
    expect(calls.filter(mayAskToConfirm).length).toBeGreaterThan(60)
    // The calls for one's own account ask for themselves; an owner of an application gives access to others.
    const own = calls.filter(({ access }) => !(access in PERMISSIONS)).map(({ path }) => path)
    expect(own).toEqual([approveOwnedRequest.path])
  })

  test('has it confirmed before a matrix of approvals is published, now or later', async () => {
    const { person, visitor } = await someoneAsked(15)
    await age(person.id, 16)
    for (const call of [publishApprovalDraft, datePublishing, askToPublish, confirmPublishing])
      expect(await visitor.call(call, {} as never), call.path).toMatchObject(REFUSED)
  })

  test('has it confirmed before files of many people', async () => {
    const { person, visitor } = await someoneAsked(15)
    const open = async (path: string) => {
      const cookie = Object.entries(visitor.cookies)
        .map(([name, value]) => `${name}=${value}`)
        .join('; ')
      const answer = await server.app.inject({ url: path, headers: { host: 'localhost:3000', cookie } })
      return answer.statusCode === 403 && answer.json().msg === REFUSED.msg
    }
    const files = [usersFile, activityFile, messagesFile, jobFailuresFile]
    for (const { path } of files) expect(await open(path), path).toBe(false)
    await age(person.id, 16)
    for (const { path } of files) expect(await open(path), path).toBe(true)
  })

  test('has it confirmed before a file of invitations, which gives rights at once, and not before one that is only checked', async () => {
    const { person, visitor } = await someoneAsked(15)
    const { name: role } = await aRoleForm(server)
    const content = `email,portalRole\ninvited-by-file@example.com,${role}`
    const upload = (form: Parameters<typeof send>[2]) => send(server, visitor, form, content)
    await age(person.id, 16)
    expect(await upload(invitationsFile)).toMatchObject(REFUSED)
    const { rows } = await server.db.execute(sql`select from invitations where email = 'invited-by-file@example.com'`)
    expect(rows).toHaveLength(0)
    const forms = [importFile, leaversFile, previewSheet, importSheet]
    for (const form of forms) expect((await upload(form)).msg, form.path).not.toBe(REFUSED.msg)
    await age(person.id, 14)
    expect(await upload(invitationsFile)).toMatchObject({ status: 200 })
  })

  test('goes on after a confirmation, says what to confirm with, and asks again when that is old', async () => {
    const { person, visitor } = await someoneAsked(15)
    expect(await give(visitor)).toMatchObject({ status: 200 })
    await age(person.id, 14)
    expect(await give(visitor)).toMatchObject({ status: 200 })
    await age(person.id, 16)
    expect(await visitor.call(users.list)).toMatchObject({ status: 200 })
    const ways = { hasPassword: true, hasPasskey: false, needsStrong: false, minutes: 15 }
    expect(await give(visitor)).toMatchObject({ ...REFUSED, data: ways })
    await visitor.call(login, { email: person.email, password: PASSWORD, secondStep: true } as never)
    expect(await give(visitor), 'after the password alone').toMatchObject(REFUSED)
    const otp = await server.codeFor(person.email)
    expect(await visitor.call(consumeLogInOtpEmail, { email: person.email, otp })).toMatchObject({ status: 200 })
    expect(await give(visitor)).toMatchObject({ status: 200 })
    await age(person.id, 16)
    expect(await give(visitor)).toMatchObject(REFUSED)
  })

  test('does not count a sign-in by password alone', async () => {
    const { person, visitor } = await someoneAsked(15)
    await server.db.execute(sql`update sessions set amr = '{pwd}' where user_id = ${person.id}`)
    expect(await give(visitor)).toMatchObject(REFUSED)
  })

  test('wants a passkey or an app where the role needs one, because a code by email would take the permissions away', async () => {
    const { person, visitor, roleId } = await someoneAsked(15)
    await addPasskeyTo(visitor, anAuthenticator())
    await server.db.execute(sql`update roles set needs_strong_sign_in = true where id = ${roleId}`)
    await age(person.id, 16)
    expect(await give(visitor)).toMatchObject({ ...REFUSED, data: { hasPasskey: true, needsStrong: true } })
  })

  test('asks nobody by default, a service account never, and administrators of a new installation after an hour', async () => {
    const { person, visitor } = await someoneAsked(null)
    await age(person.id, 400)
    expect(await give(visitor)).toMatchObject({ status: 200 })
    const program = await aProgram(server, ['roles:read', 'roles:write'])
    expect(await give(program.visitor)).toMatchObject({ status: 200 })

    const admin = await anAdministrator(server)
    await age(admin.person.id, 59)
    expect(await give(admin.visitor)).toMatchObject({ status: 200 })
    await age(admin.person.id, 61)
    expect(await give(admin.visitor)).toMatchObject({ ...REFUSED, data: { minutes: 60 } })
  })
})

test('the age is a field of the role: kept when it is left out, within bounds, and an old session cannot turn it off', async () => {
  const { person, visitor } = await someoneAsked(15)
  const roleId = await aRole(server, [])
  const save = (changes: object) => visitor.call(roles.update, { ...aRoleForm(), roleId, ...changes } as never)
  expect(await save({ confirmMinutes: 30 })).toMatchObject({ status: 200, data: { confirmMinutes: 30 } })
  expect(await save({})).toMatchObject({ status: 200, data: { confirmMinutes: 30 } })
  for (const wrong of [4, 1441, 7.5, '30'])
    expect(await save({ confirmMinutes: wrong }), String(wrong)).toMatchObject({ status: 400 })
  expect(await save({ confirmMinutes: null })).toMatchObject({ status: 200, data: { confirmMinutes: null } })
  expect((await auditOf(server, roleId)).at(-1)?.detail).toMatchObject({
    changes: [expect.anything(), { field: 'confirmMinutes', before: 30, after: null }],
  })
  await age(person.id, 16)
  expect(await save({ confirmMinutes: null })).toMatchObject(REFUSED)
})
