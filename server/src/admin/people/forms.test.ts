import { sendInvitation, users } from '@gatehouse/contract/admin/people/users.ts'
import { TAKEN } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anAddress, signIn } from '../../../test/builders.ts'
import { behavesAsResource } from '../../../test/conformance.ts'
import { auditOf, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { aUser, aUserForm, userUpdate } from '../../../test/users.ts'
import { countWaiting } from '../../../test/waiting.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const PASSWORD_RULE =
  'Must Contain 8 Characters, One Uppercase, One Lowercase, One Number and one special case Character'
const USER_NAME_RULE = 'Use letters, numbers, dots, hyphens and underscores, with at least one letter'
const CHECK = 'Check what you entered and try again.'

const REFUSED_PROFILES: [change: Record<string, unknown>, message: string][] = [
  [{ firstName: undefined }, 'First Name is required'],
  [{ firstName: '   ' }, 'First Name is required'],
  [{ firstName: 'M'.repeat(51) }, 'Too Long!'],
  [{ firstName: 'Mee\u200Bra' }, CHECK],
  [{ lastName: '' }, 'Last Name is required'],
  [{ lastName: 'x'.repeat(51) }, 'Too Long!'],
  [{ lastName: '\u202EriaN' }, CHECK],
  [{ lastName: 'Na\u0000ir' }, CHECK],
  [{ email: undefined }, 'Email is required'],
  [{ email: 'meera' }, 'Email must be a valid email address'],
  [{ phoneNumber: undefined }, 'Phone Number is required'],
  [{ phoneNumber: '12345' }, 'Too Short!'],
  [{ phoneNumber: '12345678901' }, 'Too Long!'],
  [{ phoneNumber: '12345abcde' }, 'Phone Number is required'],
  [{ profileImage: 'https://elsewhere.example.com/me.png' }, 'please select file'],
]

behavesAsResource(() => server, {
  resource: users,
  table: 'users',
  readers: ['users:read'],
  form: async () => aUserForm(),
  change: { firstName: 'Leela', lastName: 'Iyer', username: 'somebody.else' },
  shown: ({ email, userName, phoneNumber }) => ({
    email,
    userName,
    phoneNumber,
    firstName: 'Meera',
    lastName: 'Nair',
    name: 'Meera Nair',
    isActive: true,
    isEmailVerified: true,
    roleAttached: [],
    applicationData: [],
  }),
  changed: { firstName: 'Leela', lastName: 'Iyer', name: 'Leela Iyer' },
  values: {
    firstName: ({ firstName }) => firstName,
    lastName: ({ lastName }) => lastName,
    phoneNumber: ({ phoneNumber }) => phoneNumber,
    email: ({ email }) => email,
    userName: ({ userName }) => userName,
    status: ({ isActive }) => (isActive ? 'ACTIVE' : 'INACTIVE'),
    assignedApps: ({ applicationData }) => applicationData[0]?.name.description ?? '',
  },
  refused: [
    ...REFUSED_PROFILES,
    [{ userName: undefined }, 'Username is required'],
    [{ userName: '' }, 'Username is required'],
    [{ userName: 'm' }, USER_NAME_RULE],
    [{ userName: '9876543210' }, USER_NAME_RULE],
    [{ userName: '---' }, USER_NAME_RULE],
    [{ userName: 'meera nair' }, USER_NAME_RULE],
    [{ userName: 'Аdmin' }, USER_NAME_RULE],
    [{ userName: 'meera\u200Bnair' }, USER_NAME_RULE],
    [{ userName: 'somebody.else@example.com' }, USER_NAME_RULE],
    [{ password: undefined }, 'Password is required'],
    [{ password: '' }, 'Password is required'],
    [{ password: 'short' }, PASSWORD_RULE],
    [{ password: 'Welcome@123' }, 'This password is too easy to guess. Choose another one.'],
  ],
})

describe('a new person', () => {
  test('can sign in with the password at once, and has no role', async () => {
    const { email } = await aUser(admin)
    const { userData, userRole } = await signIn(server, server.visitor({ ip: anAddress() }), email)
    expect(userData).toMatchObject({ email, firstName: 'Meera' })
    expect(userRole).toEqual([{ RolesDAta: { name: 'User' } }])
  })

  test('may have names of one letter, and a phone number in any notation', async () => {
    const { id } = await aUser(admin, { lastName: 'K', phoneNumber: '+91 98111-22233' })
    const found = await admin.call(users.list, { field: 'phoneNumber', search: '098111 22233', page: 0 })
    expect(found.data).toMatchObject({ rows: [{ _id: id, lastName: 'K', phoneNumber: '9811122233' }] })
  })

  test('may have the email as user name, and keeps that user name when the email changes', async () => {
    const email = 'own.name@example.com'
    const user = await aUser(admin, { email, userName: 'Own.Name@example.com' })
    const moved = 'new.name@example.com'
    const { data } = await admin.call(users.update, userUpdate(user, { email: moved }))
    expect(data).toMatchObject({ email: moved, userName: moved })
    expect(await admin.call(users.create, aUserForm({ email }))).toMatchObject({ status: 200 })
  })

  test.each(['email', 'phoneNumber', 'userName'] as const)('cannot have the %s of another person', async (field) => {
    const { id, form } = await aUser(admin)
    // An unconfirmed number belongs to nobody.
    await server.db.execute(sql`update users set phone_verified_at = now() where id = ${id}`)
    await admin.call(users.update, userUpdate({ id, form }))
    const before = await countUsers()
    const taken = { [field]: field === 'phoneNumber' ? form[field] : ` ${form[field].toUpperCase()} ` }
    expect(await admin.call(users.create, aUserForm(taken))).toMatchObject({
      status: 400,
      msg: 'User already registered',
      data: { fields: { [field]: TAKEN[field] } },
    })
    const other = await aUser(admin)
    if (field !== 'userName')
      expect(await admin.call(users.update, userUpdate(other, taken))).toMatchObject({
        status: 400,
        msg: 'User already registered',
        data: { fields: { [field]: TAKEN[field] } },
      })
    expect(await countUsers()).toBe(before + 1)
  })

  test('is created once when the form is sent ten times at the same time', async () => {
    const form = aUserForm()
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.call(users.create, form)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(9).fill(400)])
    const { rows } = await server.db.execute(sql`select 1 from users where email = ${form.email}`)
    expect(rows).toHaveLength(1)
  })
})

describe('a change', () => {
  test.each(REFUSED_PROFILES)('with %j is refused', async (change, msg) => {
    const user = await aUser(admin)
    expect(await admin.call(users.update, userUpdate(user, change))).toMatchObject({ status: 400, msg })
    expect((await auditOf(server, user.id)).map(({ event }) => event)).toEqual(['users.created'])
  })

  test('stores no field that the form does not have (T081)', async () => {
    const user = await aUser(admin)
    const columns = async () => {
      const { rows } = await server.db.execute<Record<string, unknown>>(sql`select * from users where id = ${user.id}`)
      const { updated_at: _, version: __, last_name: ___, ...kept } = rows[0] as Record<string, unknown>
      return kept
    }
    const before = await columns()
    const camel = Object.keys(before).map((name) => name.replace(/_(\w)/g, (_all, letter) => letter.toUpperCase()))
    const names = [
      'isActive',
      'email',
      'firstName',
      'phoneNumber',
      'username',
      'userName',
      'cPortalId',
      'profileImage',
      'codeOnly',
      'lastDay',
    ]
    const foreign = [...Object.keys(before), ...camel, 'roleAttached', 'verified', 'authz_version', '__v']
      .filter((name) => !names.includes(name))
      .map((name) => [name, name.endsWith('d') ? '018f0000-0000-7000-8000-000000000000' : 'forged'])
    const change = userUpdate(user, { lastName: 'Menon' })
    const answer = await admin.call(users.update, { ...Object.fromEntries(foreign), ...change })
    expect(answer).toMatchObject({ status: 200, data: { lastName: 'Menon' } })
    expect(await columns()).toEqual(before)
  })

  test('keeps the user name', async () => {
    const user = await aUser(admin)
    const changed = userUpdate(user, { username: 'another', userName: 'another', user_name: 'another' })
    expect((await admin.call(users.update, changed)).data.userName).toBe(user.form.userName)
  })

  test.each([
    [{ status: 'INACTIVE', isActive: undefined }, false],
    [{ status: 'Inactive', isActive: undefined }, false],
    [{ status: undefined, isActive: false }, false],
    [{ status: undefined, isActive: 'false' }, false],
    // The specified call: the boolean decides, not the status.
    [{ status: 'Active', isActive: false }, false],
    [{ status: 'INACTIVE', isActive: true }, true],
    [{ status: undefined, isActive: undefined }, true],
  ])('takes the status from %j', async (change, isActive) => {
    const user = await aUser(admin)
    expect((await admin.call(users.update, userUpdate(user, change))).data).toMatchObject({ isActive })
  })

  test("is refused for one of two people who take each other's confirmed number at the same time", async () => {
    const [one, other] = [await aUser(admin), await aUser(admin)]
    await server.db.execute(sql`update users set phone_verified_at = now() where id in (${one.id}, ${other.id})`)
    for (const person of [one, other]) await admin.call(users.update, userUpdate(person))
    for (let round = 0; round < 20; round++) {
      const answers = await Promise.all([
        admin.call(users.update, userUpdate(one, { phoneNumber: other.form.phoneNumber })),
        admin.call(users.update, userUpdate(other, { phoneNumber: one.form.phoneNumber })),
      ])
      expect(answers.map(({ status, msg }) => [status, msg])).toEqual(Array(2).fill([400, 'User already registered']))
    }
  })

  test('with an unknown status is refused', async () => {
    const user = await aUser(admin)
    const { status, msg } = await admin.call(users.update, userUpdate(user, { status: 'BLOCKED' }))
    expect({ status, msg }).toEqual({ status: 400, msg: 'Status is required' })
  })

  test('of the email voids codes and links sent to the former address', async () => {
    const user = await aUser(admin)
    await admin.call(sendInvitation, { userId: user.id })
    const open = async () =>
      (await server.db.execute(sql`select 1 from reset_links where user_id = ${user.id} and used_at is null`)).rows
    await admin.call(users.update, userUpdate(user, { lastName: 'Menon' }))
    expect(await open()).toHaveLength(1)
    await admin.call(users.update, userUpdate(user, { email: 'moved@example.com' }))
    expect(await open()).toHaveLength(0)
  })
})

test('of two changes in a deadlock, one is refused with the request to try again', async () => {
  const user = await aUser(admin)
  await server.db.execute(sql`
    insert into reset_links (id, user_id, secret_hash, expires_at)
    values (gen_random_uuid(), ${user.id}, ${Buffer.alloc(32, user.id)}, now() + interval '1 hour')`)
  // The locks of a reset link, in its order.
  const change = await server.db.transaction(async (tx) => {
    // The database aborts the first transaction to check for deadlocks, which must not be this one.
    await tx.execute(sql`set local deadlock_timeout = '1min'`)
    await tx.execute(sql`select 1 from reset_links where user_id = ${user.id} for update`)
    const answer = admin.call(users.update, userUpdate(user, { email: 'elsewhere@example.com' }))
    await expect.poll(() => countWaiting(server)).toBeGreaterThan(0)
    await tx.execute(sql`select 1 from users where id = ${user.id} for update`)
    return answer
  })
  expect(change).toMatchObject({ status: 503, msg: 'The service is busy. Try again in a moment.' })
  expect(await admin.call(users.update, userUpdate(user, { email: 'elsewhere@example.com' }))).toMatchObject({
    status: 200,
  })
})

async function countUsers(): Promise<number> {
  const { rows } = await server.db.execute<{ count: number }>(sql`select count(*)::int as count from users`)
  return rows[0]?.count ?? 0
}
