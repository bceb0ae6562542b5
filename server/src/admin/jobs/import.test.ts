import { IMPORT_COLUMNS, runImport } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { requestRequestPassword } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anAddress, anApplication, aPerson, someoneSignedIn } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { importCsv, jobOf, runJobs } from '../../../test/jobs.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const HEAD = IMPORT_COLUMNS.users.join(',')
let count = 0
const aRow = ({ email = `new${++count}@example.com`, firstName = 'Meera', status = 'ACTIVE' } = {}) =>
  `${firstName},Nair,${email},7${String(++count).padStart(9, '0')},meera${count},${status}`

/** A digest of everything that an import could change. */
async function stored() {
  const { rows } = await server.db.execute(sql`
    select (select md5(string_agg(u::text, '' order by id)) from users u) as users,
      (select md5(string_agg(a::text, '' order by id)) from assignments a) as assignments,
      (select md5(string_agg(i::text, '' order by value)) from user_identifiers i) as identifiers,
      (select count(*) from audit_events where event not like 'jobs.%') as audit,
      (select count(*) from outbox) as messages`)
  return rows[0]
}

async function check(kind: string, lines: string[] | string | Buffer) {
  const { data, status, msg } = await importCsv(server, admin, kind, Array.isArray(lines) ? lines.join('\r\n') : lines)
  if (status !== 200) throw new Error(`import answered ${status}: ${msg}`)
  await runJobs(server)
  return jobOf(admin, data._id)
}

async function run(id: string) {
  expect(await admin.call(runImport, { id })).toMatchObject({ status: 200 })
  await runJobs(server)
  return jobOf(admin, id)
}

test('a dry run changes nothing, the import does what it predicted, and a second import changes nothing', async () => {
  const person = await aPerson(server, { firstName: 'Devi' })
  const lines = [
    HEAD,
    aRow(),
    aRow({ status: 'inactive' }),
    `Devika,Rao,${person.email.toUpperCase()},${person.phoneNumber},${person.userName},`,
    aRow({ email: 'nobody' }),
    aRow({ firstName: '' }),
  ]
  const before = await stored()
  const dry = await check('users', lines)
  expect(dry).toMatchObject({ job: { state: 'checked', isDryRun: true, total: 5, failed: 2 }, added: 2, changed: 1 })
  expect(dry.failed.rows).toEqual([
    { number: 5, name: 'Meera Nair', message: 'email: Email must be a valid email address' },
    { number: 6, name: 'Nair', message: 'firstName: First Name is required' },
  ])
  expect(await stored()).toEqual(before)

  const done = await run(dry.job._id)
  expect(done.job).toMatchObject({ state: 'done', isDryRun: false, total: 5, position: 5, succeeded: 3, failed: 2 })
  const { rows } = await server.db.execute(sql`
    select first_name as name, is_active as "isActive", password_hash as hash, email_verified_at is null as unproved
    from users where email like 'new%' or id = ${person.id} order by id`)
  expect(rows).toMatchObject([
    { name: 'Devika', isActive: true },
    { name: 'Meera', isActive: true, hash: null, unproved: true },
    { name: 'Meera', isActive: false, hash: null, unproved: true },
  ])
  // A new active person is invited, and a changed person is notified.
  expect(Number((await stored())?.messages)).toBe(Number(before?.messages) + 2)

  const after = await stored()
  const second = await check('users', lines)
  expect(second).toMatchObject({ job: { state: 'checked', failed: 2 }, added: 0, changed: 0 })
  expect((await run(second.job._id)).job).toMatchObject({ state: 'done', succeeded: 0, failed: 2 })
  expect(await stored()).toEqual(after)
})

test('an imported person chooses a password by the invitation or by a reset link', async () => {
  const { job } = await check('users', [HEAD, aRow({ email: 'fresh@example.com' })])
  await run(job._id)
  await server.visitor({ ip: anAddress() }).call(requestRequestPassword, { email: 'fresh@example.com' })
  expect((await server.inbox('fresh@example.com')).map(({ subject }) => subject)).toEqual([
    'Choose a new password for EAI',
    'Your account for EAI',
  ])
})

test('an import runs only once, after its dry run', async () => {
  const { data } = await importCsv(server, admin, 'users', `${HEAD}\n${aRow()}`)
  expect(await admin.call(runImport, { id: data._id })).toMatchObject({ status: 404 })
  await runJobs(server)
  const answers = await Promise.all([1, 2, 3].map(() => admin.call(runImport, { id: data._id })))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 404, 404])
})

test('assignments are found by person, application and client', async () => {
  const person = await aPerson(server)
  const application = await anApplication(server, { name: 'Claims, "North"' })
  const client = await aClient(server)
  await server.db.execute(sql`
    insert into application_roles (id, application_id, client_id, name, role_id)
    values (gen_random_uuid(), ${application.id}, ${client.id}, 'Manager', 'M')`)
  const lines = (role: string) => [
    'role,email,application,client',
    `${role},${person.email},"claims, ""north""",${client.actualName}`,
    `User,nobody@example.com,Claims,${client.actualName}`,
    `User,${person.email},Nowhere,${client.actualName}`,
    `User,${person.email},"claims, ""north""",Nobody`,
    `Emperor,${person.email},"claims, ""north""",${client.actualName}`,
  ]
  const dry = await check('assignments', lines('user'))
  expect(dry.failed.rows.map(({ number, message }) => [number, message])).toEqual([
    [2, 'This application has no such role for this client'],
    [3, 'No person has this email'],
    [4, 'No application has this name'],
    [5, 'No client has this name'],
    [6, 'The same email, application, client stands in line 2'],
  ])
  const first = await check('assignments', lines('User'))
  expect(first).toMatchObject({ added: 1, changed: 0, job: { failed: 4 } })
  await run(first.job._id)
  const second = await check('assignments', lines('Manager'))
  expect(second).toMatchObject({ added: 0, changed: 1 })
  await run(second.job._id)
  const after = await stored()
  expect(await check('assignments', lines('Manager'))).toMatchObject({ added: 0, changed: 0, job: { failed: 4 } })
  expect(await stored()).toEqual(after)
  const { rows } = await server.db.execute(sql`select role from assignments where user_id = ${person.id}`)
  expect(rows).toEqual([{ role: 'Manager' }])
})

test('a client is meant by its Actual Name, or by a Display Name that only one has', async () => {
  const person = await aPerson(server)
  const application = await anApplication(server, { name: 'Towing' })
  const [first, second, named] = [await aClient(server), await aClient(server), await aClient(server)]
  await server.db.execute(sql`
    update clients set display_name = 'Shown Twice' where id = any(${[first.id, second.id]}::uuid[])`)
  const reports = async (client: string) => {
    const { failed, added } = await check('assignments', [
      'role,email,application,client',
      `User,${person.email},${application.name},${client}`,
    ])
    return [added, ...failed.rows.map(({ message }) => message)]
  }
  const refused = [0, 'Several clients have this Display Name. Write the Actual Name.']
  expect(await reports('shown twice')).toEqual(refused)
  expect(await reports(second.actualName)).toEqual([1])
  await server.db.execute(sql`update clients set actual_name = 'Shown Twice' where id = ${named.id}`)
  expect(await reports('Shown Twice')).toEqual([1])
})

test('rows with the same email or user name, and malformed rows, are reported by their line', async () => {
  const { failed } = await check('users', [
    HEAD,
    'Meera,Nair,same@example.com,7777777771,same1,ACTIVE',
    'Meera,Nair,SAME@example.com,7777777772,same2,ACTIVE',
    'Meera,Nair,other@example.com,7777777771,SAME1,ACTIVE',
    'Meera,Nair,short@example.com,7777777773',
    '"Mee\r\nra",Nair,long@example.com,1,two,SLEEPING',
  ])
  expect(failed.rows.map(({ number, message }) => [number, message])).toEqual([
    [3, 'The same email stands in line 2'],
    [4, 'The same userName stands in line 2'],
    [5, 'The row has 4 columns, the first line 6'],
    [6, 'phoneNumber: Too Short!; status: Status is required'],
  ])
})

describe('a file', () => {
  test.each([
    ['a mark of its encoding', `\uFEFF${HEAD}\n`],
    ['other line ends', `${HEAD}\r\n`],
    ['blanks and other letters in its heading', ` firstname , LASTNAME,email,phonenumber,username,status\n\n`],
    ['the columns of our list of failures', `line,message,${HEAD}\n1,no,`],
    ['empty lines', `\n,,,,,\n${HEAD}\n\n`],
  ])('with %s is read', async (_what, head) => {
    expect(await check('users', head + aRow())).toMatchObject({ added: 1, job: { total: 1, failed: 0 } })
  })

  test.each([
    ['users', 'firstName;lastName;email\na;b;c', 'The first line lacks phoneNumber, userName, status.'],
    ['users', 'firstName,email\na,b', 'The first line lacks lastName, phoneNumber, userName, status.'],
    ['users', `${HEAD},password\n`, 'The first line names a column that is not known, or twice: password'],
    ['users', `${HEAD},Constructor\n`, 'The first line names a column that is not known, or twice: Constructor'],
    ['users', `${HEAD},email\n`, 'The first line names a column that is not known, or twice: email'],
    ['users', HEAD, 'The file has no rows.'],
    ['users', '', 'The file has no rows.'],
    ...['504b030414000600', 'd0cf11e0a1b11ae1'].map((start): [string, Buffer, string] => [
      'users',
      Buffer.from(start, 'hex'),
      'This is a spreadsheet and not a CSV file. Save it as CSV in your program for spreadsheets.',
    ]),
    ['users', `${HEAD}\n"open`, 'This file cannot be read as CSV: line 2.'],
    ['users', `${HEAD}\na"b`, 'This file cannot be read as CSV: line 2.'],
    ['users', `${HEAD}\n"a"b`, 'This file cannot be read as CSV: line 2.'],
    ['users', `${HEAD}\n${','.repeat(50)}`, 'Line 2 has more than 50 columns.'],
    ['users', `${HEAD}\n\n${'x'.repeat(10_001)}`, 'Line 3 has a cell of more than 10,000 characters.'],
    ['users', '\n'.repeat(100_001), 'A file can have at most 20,000 rows. Import it in parts.'],
    ['users', `${HEAD}\n${'a,b,c,d,e,f\n'.repeat(20_001)}`, 'A file can have at most 20,000 rows. Import it in parts.'],
    ['users', Buffer.alloc(5 * 1024 * 1024 + 1, 'a'), 'A file can have at most 5 MB. Import it in parts.'],
    ['applications', HEAD, 'Type is required'],
  ])('of %s is refused as a whole: %#', async (kind, content, msg) => {
    const count = async () => (await server.db.execute(sql`select count(*) from jobs`)).rows
    const before = await count()
    expect(await importCsv(server, admin, kind, content)).toMatchObject({ status: 400, msg })
    expect(await count()).toEqual(before)
  })

  test('needs the permission to change people', async () => {
    const content = `${HEAD}\n${aRow()}`
    expect(await importCsv(server, server.visitor(), 'users', content)).toMatchObject({ status: 401 })
    for (const { visitor } of [await someoneSignedIn(server), await someoneWith(server, ['users:read'])])
      expect(await importCsv(server, visitor, 'users', content)).toMatchObject({ status: 403 })
  })
})

test('who may not change somebody does not learn by an import what is right about them', async () => {
  const { visitor } = await someoneWith(server, ['users:write'])
  const strong = await someoneWith(server, ['users:read', 'users:write', 'audit:read'])
  const { rows } = await server.db.execute<Record<string, string>>(sql`
    select first_name, last_name, email, phone_number, user_name from users where id = ${strong.person.id}`)
  const right = Object.values(rows[0] ?? {})
  const wrong = right.with(3, '9000000001')
  // Whether they have a number, and whether they are suspended.
  const guesses = [`${right},ACTIVE`, `${wrong},ACTIVE`, `${right.with(3, '')},ACTIVE`, `${right},SUSPENDED`]
  const messages: string[] = []
  for (const guess of guesses) {
    const { data } = await importCsv(server, visitor, 'users', `${HEAD}\n${guess}`)
    await runJobs(server)
    messages.push(...(await jobOf(visitor, data._id)).failed.rows.map(({ message }) => message))
  }
  expect(messages).toEqual(Array(4).fill('You cannot change a person who has more permissions than you.'))
})

test('text in a column without a name is not lost unsaid', async () => {
  const { failed } = await check('users', [`${HEAD},,`, `${aRow()},,`, `${aRow()},,a note`])
  expect(failed.rows).toMatchObject([{ number: 3, message: 'Column 8 has text here, and no name in the first line' }])
})

test('a file may contain the partner portal id; a file without that column keeps it', async () => {
  const person = await aPerson(server, { firstName: 'Devi' })
  const row = (...more: string[]) =>
    ['Devi', 'Rao', person.email, person.phoneNumber, person.userName, 'ACTIVE', ...more].join(',')
  const idNow = async () =>
    (await server.db.execute(sql`select c_portal_id as "cPortalId" from users where id = ${person.id}`)).rows
  expect((await run((await check('users', [`${HEAD},Partner portal id`, row('P-20')])).job._id)).job.failed).toBe(0)
  expect(await idNow()).toEqual([{ cPortalId: 'P-20' }])
  expect(await check('users', [HEAD, row()])).toMatchObject({ added: 0, changed: 0, job: { total: 1, failed: 0 } })
  expect(await check('users', [`${HEAD},cPortalId`, row('P-20')])).toMatchObject({
    added: 0,
    changed: 0,
    job: { total: 1, failed: 0 },
  })
  await run((await check('users', [`${HEAD},cPortalId`, row('')])).job._id)
  expect(await idNow()).toEqual([{ cPortalId: '' }])
})

test('an assignment begins and ends as its row says, and a file without these columns leaves them', async () => {
  const [person, application, client] = [await aPerson(server), await anApplication(server), await aClient(server)]
  const { rows } = await server.db.execute<{ app: string; client: string }>(sql`
    select a.name as app, c.actual_name as client from applications a, clients c
    where a.id = ${application.id} and c.id = ${client.id}`)
  const row = `${person.email},${rows[0]?.app},${rows[0]?.client},User`
  const head = IMPORT_COLUMNS.assignments.join(',')
  const term = async () =>
    (
      await server.db.execute(sql`
        select valid_from as "validFrom", valid_until as "validUntil" from assignments where user_id = ${person.id}`)
    ).rows
  const dated = [{ validFrom: new Date('2026-12-31T18:30Z'), validUntil: new Date('2099-03-31T18:30Z') }]
  await run((await check('assignments', [`${head},validFrom,validUntil`, `${row},2027-01-01,2099-03-31`])).job._id)
  expect(await term()).toEqual(dated)
  expect(await check('assignments', [head, row])).toMatchObject({ added: 0, changed: 0 })
  expect(await term()).toEqual(dated)
})
