import { IMPORT_COLUMNS, runImport } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { invite } from '@gatehouse/contract/admin/people/invitations.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import { acceptInvitation } from '@gatehouse/contract/invitations.ts'
import { createFirstAdministrator } from '@gatehouse/contract/setup.ts'
import { signUp } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { makeSetUpLink } from '../src/setup/first-administrator.ts'
import { anAddress } from './builders.ts'
import { useAdministrator } from './console.ts'
import { importCsv, jobOf, runJobs } from './jobs.ts'
import { useTestServer } from './server.ts'
import { aUser, aUserForm, userUpdate } from './users.ts'

const server = useTestServer()
const admin = useAdministrator(server)

type Form = ReturnType<typeof aUserForm>
/** Creates a person in one of the ways; returns whether that was accepted. */
type CreatePerson = (form: Form) => Promise<boolean>

const toLine = (form: Form) =>
  IMPORT_COLUMNS.users.map((column) => `"${column === 'status' ? 'ACTIVE' : form[column]}"`).join(',')

const WAYS: Record<string, CreatePerson> = {
  'the console': async (form) => (await admin.call(users.create, form)).status === 200,
  'a change in the console': async ({ userName: _, ...form }) => {
    const user = await aUser(admin)
    return (await admin.call(users.update, userUpdate(user, form))).status === 200
  },
  'an import': async (form) => {
    const { data } = await importCsv(server, admin, 'users', `${IMPORT_COLUMNS.users.join(',')}\n${toLine(form)}`)
    await runJobs(server)
    const { job } = await jobOf(admin, data._id)
    if (job.failed === 1) return false
    await admin.call(runImport, { id: data._id })
    await runJobs(server)
    return (await jobOf(admin, data._id)).job.succeeded === 1
  },
  'an invitation': async ({ email, ...form }) => {
    const { results } = (await admin.call(invite, { emails: [email] })).data
    if (results[0]?.outcome !== 'sent') return false
    const uuid = /\/invitation\/([0-9a-f-]{36})/.exec((await server.inbox(email))[0]?.text ?? '')?.[1]
    return (await server.visitor({ ip: anAddress() }).call(acceptInvitation, { ...form, uuid })).status === 200
  },
  'a registration': async (form) => (await server.visitor({ ip: anAddress() }).call(signUp, form)).status === 200,
  'the set-up link': async (form) => {
    await server.db.execute(sql`delete from installation where key = 'first-administrator'`)
    const token = (await makeSetUpLink(server)).split('/').at(-1)
    const visitor = server.visitor({ ip: anAddress() })
    return (await visitor.call(createFirstAdministrator, { ...form, token })).status === 200
  },
}
/** Ways whose form has no user name. */
const NAMELESS = ['a change in the console', 'an invitation', 'a registration', 'the set-up link']
/** Ways whose form has no phone number. */
const NUMBERLESS = ['an invitation']

describe.each(Object.keys(WAYS))('%s', (name) => {
  const createPerson = WAYS[name] as CreatePerson

  test.skipIf(NUMBERLESS.includes(name))('accepts a phone number in every notation', async () => {
    expect(await createPerson(aUserForm({ phoneNumber: '+91 98765-00000' }))).toBe(true)
  })

  test.each(['क्\u200dषिति', 'नन्द्\u200cकुमार', 'ശ്രീനന്\u200d', 'ශ්\u200dරී', 'র\u200d্যাম'])(
    'accepts a name with the joiners that its script needs: %s',
    async (firstName) => expect(await createPerson(aUserForm({ firstName }))).toBe(true),
  )

  test.each([
    ['a name with a hidden character', { firstName: 'Me\u200bera' }],
    ['a joiner that nobody sees', { firstName: 'Me\u200dera' }],
    ['a joiner between letters of Hindi that cannot be joined', { lastName: 'नाय\u200dर' }],
    ['a name that runs backwards', { lastName: 'Na\u202eir' }],
    ['a name of blanks', { firstName: '  ' }],
    ['a name of 51 letters', { lastName: 'N'.repeat(51) }],
    ['an invalid email', { email: 'nobody' }],
    ['an email with a hidden character', { email: 'mee\u200dra@example.com' }],
  ])('refuses %s', async (_what, changes) => {
    expect(await createPerson(aUserForm(changes))).toBe(false)
  })

  test.skipIf(NUMBERLESS.includes(name)).each([
    ['of nine digits', '987654321'],
    ['with letters', '98765abcde'],
  ])('refuses a number %s', async (_what, phoneNumber) => {
    expect(await createPerson(aUserForm({ phoneNumber }))).toBe(false)
  })

  test.skipIf(NAMELESS.includes(name)).each([
    ['with a blank', 'bad user'],
    ['that reads like a phone number', '9876543210'],
    ['that is written like a phone number', '+91 98765-43210'],
    ['that is the email of another person', 'somebody.else@example.com'],
    ['with a hidden character', 'meera\u200b.nair'],
  ])('refuses a user name %s', async (_what, userName) => {
    expect(await createPerson(aUserForm({ userName }))).toBe(false)
  })

  test('refuses an email that another person has', async () => {
    const { email } = await aUser(admin)
    expect(await createPerson(aUserForm({ email: email.toUpperCase(), userName: 'somebody.new' }))).toBe(false)
  })
})

test('an import names the field whose value belongs to another person', async () => {
  const { form } = await aUser(admin)
  const content = `${IMPORT_COLUMNS.users.join(',')}\n${toLine(aUserForm({ userName: form.userName }))}`
  const { data } = await importCsv(server, admin, 'users', content)
  await runJobs(server)
  const { failed } = await jobOf(admin, data._id)
  expect(failed.rows).toMatchObject([{ message: 'userName: This user name is already in use' }])
})

test('other fields of a person stored under older rules can still be changed', async () => {
  const user = await aUser(admin)
  await server.db.execute(sql`update users set last_name = ${'N\u200bair'}, phone_number = '' where id = ${user.id}`)
  const changed = userUpdate(user, { firstName: 'Mira', lastName: 'N\u200bair' })
  expect(await admin.call(users.update, changed)).toMatchObject({ status: 200 })
})
