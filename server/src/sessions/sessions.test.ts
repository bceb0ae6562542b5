import { attachPermissionsToRole } from '@gatehouse/contract/admin/roles/roles.ts'
import { listTiles } from '@gatehouse/contract/launch.ts'
import { PERMISSIONS } from '@gatehouse/contract/permissions.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { consumeLogInOtpEmail, login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD, signIn, someoneSignedIn } from '../../test/builders.ts'
import { anAdministrator } from '../../test/console.ts'
import { startTestServer, useTestServer, type Visitor } from '../../test/server.ts'
import { readConfig } from '../config.ts'
import { newId } from '../crypto/ids.ts'

const server = useTestServer()

const OVER = { status: 401, code: 401, msg: 'Your session has ended. Sign in again.', data: null }

const aBrowser = () => server.visitor({ ip: anAddress() })
const isSignedIn = async (visitor: Visitor) => (await visitor.call(getSession)).data.session !== null

async function aRole({ status = 'ACTIVE', permissions = ['users:read', 'roles:read'] } = {}) {
  const id = newId()
  await server.db.execute(sql`insert into roles (id, name, name_key, status) values (${id}, ${id}, ${id}, ${status})`)
  await server.db.execute(sql`
    insert into role_permissions (role_id, permission_id) select ${id}, id from permissions where name = any(${permissions}::text[])`)
  return id
}

/** A person signed in with their own role. */
async function someoneWithRole(roleId: string) {
  const person = await aPerson(server)
  await server.db.execute(sql`update users set role_id = ${roleId} where id = ${person.id}`)
  const visitor = aBrowser()
  await signIn(server, visitor, person.email)
  return { person, visitor }
}

describe('a session ends', () => {
  const MINUTE = 60
  const HOUR = 60 * MINUTE
  const DAY = 24 * HOUR
  type Kind = { isAdmin?: boolean; rememberMe?: boolean }
  const LIFETIMES: [who: string, kind: Kind, idleSeconds: number, totalSeconds: number][] = [
    ['a user', {}, 30 * MINUTE, 12 * HOUR],
    ['an administrator', { isAdmin: true }, 15 * MINUTE, 8 * HOUR],
    ['a user who is remembered', { rememberMe: true }, 30 * DAY, 30 * DAY],
    ['an administrator who asked to be remembered', { isAdmin: true, rememberMe: true }, 15 * MINUTE, 8 * HOUR],
  ]

  async function aSession({ isAdmin = false, rememberMe = false }: Kind) {
    const { id, email } = await aPerson(server, { isAdmin })
    const visitor = aBrowser()
    await visitor.call(login, { email, password: PASSWORD, rememberMe })
    await visitor.call(consumeLogInOtpEmail, { email, otp: await server.codeFor(email) })
    return { id, visitor }
  }

  test.each(LIFETIMES)('when %s has not used it for too long (T019)', async (_who, kind, idleSeconds) => {
    const { id, visitor } = await aSession(kind)
    const lastSeen = (seconds: number) =>
      server.db.execute(
        sql`update sessions set last_seen_at = now() - make_interval(secs => ${seconds}) where user_id = ${id}`,
      )
    await lastSeen(idleSeconds - 10)
    expect(await visitor.call(listTiles)).toMatchObject({ status: 200 })
    await lastSeen(idleSeconds)
    expect(await visitor.call(listTiles)).toMatchObject(OVER)
  })

  test.each(LIFETIMES)(
    'after its maximum time, even if %s uses it (T019)',
    async (_who, kind, _idleSeconds, totalSeconds) => {
      const { id, visitor } = await aSession(kind)
      const grow = (seconds: number) =>
        server.db.execute(
          sql`update sessions set expires_at = expires_at - make_interval(secs => ${seconds}) where user_id = ${id}`,
        )
      await grow(totalSeconds - 10)
      expect(await visitor.call(listTiles)).toMatchObject({ status: 200 })
      await grow(10)
      expect(await visitor.call(listTiles)).toMatchObject(OVER)
    },
  )

  test.each([
    ['without use', sql`last_seen_at = now() - interval '15 minutes'`],
    ['in all', sql`authenticated_at = now() - interval '8 hours'`],
  ])('after an administrator’s time %s once its role has permissions, even if remembered', async (_what, age) => {
    const roleId = await aRole({ permissions: [] })
    const { id, email } = await aPerson(server)
    await server.db.execute(sql`update users set role_id = ${roleId} where id = ${id}`)
    const visitor = aBrowser()
    await visitor.call(login, { email, password: PASSWORD, rememberMe: true })
    await visitor.call(consumeLogInOtpEmail, { email, otp: await server.codeFor(email) })
    const grow = () => server.db.execute(sql`update sessions set ${age} where user_id = ${id}`)
    await grow()
    expect(await visitor.call(listTiles)).toMatchObject({ status: 200 })

    const { visitor: admin } = await anAdministrator(server)
    const { rows } = await server.db.execute<{ permissionId: string }>(
      sql`select id as "permissionId" from permissions where name = 'users:read'`,
    )
    await admin.call(attachPermissionsToRole, { roleId, ...rows[0] })
    await grow()
    expect(await visitor.call(listTiles)).toMatchObject(OVER)
  })

  test('later if it is used', async () => {
    const { id, visitor } = await aSession({})
    for (let times = 0; times < 3; times++) {
      await server.db.execute(
        sql`update sessions set last_seen_at = last_seen_at - interval '20 minutes' where user_id = ${id}`,
      )
      expect(await visitor.call(listTiles)).toMatchObject({ status: 200 })
    }
  })

  test('when the role of its person changes, and for good (T015)', async () => {
    const [first, second] = [await aRole(), await aRole()]
    const { person, visitor } = await someoneWithRole(first)
    const become = (role: string | null) =>
      server.db.execute(sql`update users set role_id = ${role} where id = ${person.id}`)
    for (const role of [second, null]) {
      await become(first)
      await signIn(server, visitor, person.email)
      await become(role)
      expect(await visitor.call(listTiles)).toMatchObject(OVER)
      await become(first)
      expect(await visitor.call(listTiles)).toMatchObject(OVER)
    }
  })

  test('when a person without a role gets one', async () => {
    const { person, visitor } = await someoneSignedIn(server)
    await server.db.execute(sql`update users set role_id = ${await aRole()} where id = ${person.id}`)
    expect(await visitor.call(listTiles)).toMatchObject(OVER)
  })

  test.each([
    ['deactivated', sql`is_active = false`],
    ['deleted', sql`deleted_at = now()`],
  ])('when its person is %s', async (_how, change) => {
    const { person, visitor } = await someoneSignedIn(server)
    const program = server.visitor({ web: false, ip: anAddress() })
    const { AutherisationToken: authorization } = await signIn(server, program, person.email)
    await server.db.execute(sql`update users set ${change} where id = ${person.id}`)
    expect(await visitor.call(listTiles)).toMatchObject(OVER)
    expect(await program.call(listTiles, {}, { authorization })).toMatchObject(OVER)
  })

  test('when the same person opens ten newer ones', async () => {
    const person = await aPerson(server)
    const bystander = await someoneSignedIn(server)
    const visitors = Array.from({ length: 11 }, aBrowser)
    for (const visitor of visitors) await signIn(server, visitor, person.email)
    const alive = []
    for (const visitor of visitors) alive.push(await isSignedIn(visitor))
    expect(alive).toEqual([false, ...Array.from({ length: 10 }, () => true)])
    expect(await isSignedIn(bystander.visitor)).toBe(true)
    const { rows } = await server.db.execute(sql`
      select a.detail from audit_events a join sessions s on s.id = a.session_id
      where a.event = 'session.ended' and a.actor_id = ${person.id} and a.subject_id = ${person.id}
        and s.end_reason = 'too-many-sessions'`)
    expect(rows).toEqual([{ detail: { reason: 'too-many-sessions' } }])
  })
})

test('each sign-in decides again whether the browser is remembered', async () => {
  const { id, email } = await aPerson(server)
  const visitor = aBrowser()
  for (const rememberMe of [false, true, false]) {
    await visitor.call(login, { email, password: PASSWORD, rememberMe })
    await visitor.call(consumeLogInOtpEmail, { email, otp: await server.codeFor(email) })
    const { rows } = await server.db.execute(sql`
      select remember_me as "rememberMe", round(extract(epoch from expires_at - now()) / 3600)::int as hours
      from sessions where user_id = ${id}`)
    expect(rows).toEqual([{ rememberMe, hours: rememberMe ? 720 : 12 }])
  }
})

describe('a session contains', () => {
  test('every permission for an administrator', async () => {
    const { visitor } = await someoneSignedIn(server, { isAdmin: true })
    const { session } = (await visitor.call(getSession)).data
    expect(session?.role).toBe('Admin')
    expect([...(session?.permissions ?? [])].sort()).toEqual(Object.keys(PERMISSIONS).sort())
  })

  test('no permission for a user', async () => {
    const { visitor } = await someoneSignedIn(server)
    expect((await visitor.call(getSession)).data.session).toMatchObject({ role: 'User', permissions: [] })
  })

  test('the active permissions of the role', async () => {
    const { visitor } = await someoneWithRole(await aRole())
    const permissions = async () => [...((await visitor.call(getSession)).data.session?.permissions ?? [])].sort()
    expect(await permissions()).toEqual(['roles:read', 'users:read'])
    await server.db.execute(sql`update permissions set status = 'INACTIVE' where name = 'roles:read'`)
    expect(await permissions()).toEqual(['users:read'])
    await server.db.execute(sql`update permissions set deleted_at = now() where name = 'users:read'`)
    expect(await permissions()).toEqual([])
    await server.db.execute(sql`update permissions set status = 'ACTIVE', deleted_at = null`)
  })

  test('no permission of an inactive role', async () => {
    const role = await aRole()
    const { visitor } = await someoneWithRole(role)
    await server.db.execute(sql`update roles set status = 'INACTIVE' where id = ${role}`)
    expect((await visitor.call(getSession)).data.session).toMatchObject({ role, permissions: [] })
  })

  test('the time of the previous sign-in', async () => {
    const { person, visitor } = await someoneSignedIn(server)
    expect((await visitor.call(getSession)).data.session?.lastSignInAt).toBeNull()
    await server.db.execute(sql`update users set last_sign_in_at = '2026-01-02T03:04:05Z' where id = ${person.id}`)
    await signIn(server, visitor, person.email)
    expect((await visitor.call(getSession)).data.session?.lastSignInAt).toBe('2026-01-02T03:04:05.000Z')
  })

  test('nothing for a wrong secret', async () => {
    expect((await aBrowser().call(getSession)).data).toMatchObject({
      session: null,
      settings: { brand: 'EAI', footer: null, inbox: true },
    })
  })

  test('the footer line that the operator has configured', async () => {
    const { footer } = readConfig({ DATA_DIR: '/nonexistent', FOOTER: 'Roadside help since 1999' })
    const own = await startTestServer({ config: { footer } })
    const { data } = await own.visitor().call(getSession)
    await own.close()
    expect(data.settings.footer).toBe('Roadside help since 1999')
  })
})
