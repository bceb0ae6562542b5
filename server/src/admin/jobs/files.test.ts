import { jobFailuresFile, runImport, startBulkJob, usersFile } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { parse } from 'csv-parse/sync'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { aClient, anApplication, anAssignment, aPerson, someoneSignedIn } from '../../../test/builders.ts'
import { anAdministrator, someoneWith } from '../../../test/console.ts'
import { importCsv, jobOf, runJobs } from '../../../test/jobs.ts'
import { proofOf } from '../../../test/pictures.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { csvLine, typedCell } from '../../http/csv.ts'

const server = useTestServer()
let admin: Visitor
let adminId: string
beforeAll(async () => {
  const administrator = await anAdministrator(server)
  admin = administrator.visitor
  adminId = administrator.person.id
})

const download = async (visitor: Visitor, url: string, query: Record<string, string> = {}) =>
  server.app.inject({ method: 'GET', url, query, headers: await proofOf(visitor) })
const cellsOf = (body: string) => parse(body, { bom: true }) as unknown as string[][]

const HEADINGS = [
  'First Name',
  'Last Name',
  'Phone Number',
  'Email',
  'User Name',
  'Assigned Apps',
  'Status',
  'Partner portal id',
]

test('the file has the filters and sort order of the list, its total, and an audit line', async () => {
  const person = await aPerson(server, { firstName: 'Zubin' })
  await server.db.execute(sql`update users set c_portal_id = 'P-12' where id = ${person.id}`)
  const client = await aClient(server)
  for (const name of ['Claims', 'Billing'])
    await anAssignment(server, person.id, (await anApplication(server, { name })).id, client.id)
  await aPerson(server, { firstName: 'Azubin' })
  const answer = await download(admin, usersFile.path, {
    field: 'firstName',
    search: 'ZUB',
    sort: 'firstName',
    order: 'desc',
  })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers).toMatchObject({
    'content-type': 'text/csv; charset=utf-8',
    'content-disposition': 'attachment; filename="user-info-file.csv"',
    'x-total-count': '2',
    'x-content-type-options': 'nosniff',
  })
  expect(answer.body.startsWith('\uFEFF"First Name","Last Name"')).toBe(true)
  expect(answer.body.endsWith('"ACTIVE",""\r\n')).toBe(true)
  const [head, first, second] = cellsOf(answer.body)
  expect(head).toEqual(HEADINGS)
  expect(first).toEqual([
    'Zubin',
    'Rao',
    person.phoneNumber,
    person.email,
    person.userName,
    'Billing, Claims',
    'ACTIVE',
    'P-12',
  ])
  expect(second?.[0]).toBe('Azubin')
  const { rows } = await server.db.execute(
    sql`select actor_id as actor, detail from audit_events where event = 'users.exported'`,
  )
  expect(rows).toEqual([
    {
      actor: adminId,
      detail: { filter: { field: 'firstName', search: 'ZUB', sort: 'firstName', order: 'desc' }, total: 2 },
    },
  ])
})

/** Text that spreadsheets run as a formula or read as the end of a cell. */
const FORMULAS = [
  ...['=1+1', "=cmd|' /C calc'!A0", '=HYPERLINK("https://evil.example")', '=WEBSERVICE("https://evil.example")'],
  ...['+1+1', '+cmd|x!A0', '-1+1', '-2+3+cmd|x!A0', '@SUM(1+1)', '@import', '=', '+', '-', '@'],
  ...[' =1', '   +1', '\u00A0=1', '\u200B=1', '\uFEFF=1', '\u2003-1', '\u3000=1'],
  ...['＝1+1', '＋1', '－1', '＠SUM', ' ＝1', '\tx', '\rx', '\nx', '="a"', "='a'", '=1,2', '=1;2'],
  ...['=DDE("x";"y")', '=IMPORTXML(1)', '-@x', '+-x', '=-=x', '@@'],
]

describe('a cell', () => {
  test.each(FORMULAS)('with %j is read as text by a spreadsheet', (text) => {
    const [[cell]] = parse(csvLine([text])) as unknown as [[string]]
    expect(cell).toBe(`'${text}`)
  })

  test.each([
    ['need it;=1+1;thanks', "need it;'=1+1;thanks"],
    ['a; @SUM(1);-1', "a;' @SUM(1);'-1"],
    ['a|+1', "a|'+1"],
    ["a;'=1", "a;''=1"],
    ['=1;=2', "'=1;'=2"],
    ['need it\n=1+1', "need it\n'=1+1"],
    ['=1\r\n\n=2', "'=1\r\n\n'=2"],
    ["a\t'-1", "a\t''-1"],
    ...['\t', '\r', '\n'].map((begin): [string, string] => [`${begin}=1`, `'${begin}'=1`]),
  ])('with %j begins no formula at a separator of other languages, and is read back', (text, written) => {
    const [[cell]] = parse(csvLine([text])) as unknown as [[string]]
    expect([cell, typedCell(cell)]).toEqual([written, text])
  })

  test.each([
    'a',
    '',
    '5',
    'a=b',
    "it's",
    'a@b.example',
    '1-2',
    'नमस्ते',
    'a,b',
    'say "hi"',
    'two\nlines',
    'two\r\nlines',
    ';',
  ])('with %j is read back unchanged', (text) => {
    expect(parse(csvLine([text, 'next']))).toEqual([[text, 'next']])
  })

  test('with a name that looks like a formula is escaped', async () => {
    const { id } = await aPerson(server, { firstName: 'Guarded' })
    await server.db.execute(sql`update users set last_name = '=cmd|x, "y"' where id = ${id}`)
    const { body } = await download(admin, usersFile.path, { userId: id })
    expect(cellsOf(body)[1]?.slice(0, 2)).toEqual(['Guarded', `'=cmd|x, "y"`])
  })
})

test('a file with a long list is complete', async () => {
  for (let from = 1; from <= 1500; from += 500)
    await server.db.execute(sql`
      insert into users (id, email, user_name, first_name, last_name)
      select gen_random_uuid(), 'l' || n || '@x.example', 'l' || n, 'Longlist', 'Person' from generate_series(${from}::int, ${from + 499}::int) n`)
  const answer = await download(admin, usersFile.path, { field: 'firstName', search: 'longlist' })
  const rows = cellsOf(answer.body).slice(1)
  expect(answer.headers['x-total-count']).toBe('1500')
  expect(new Set(rows.map(([, , , email]) => email)).size).toBe(1500)
  // Each download has returned its connection to the pool.
  for (let again = 0; again < 5; again++)
    expect((await download(admin, usersFile.path, { userId: adminId })).statusCode).toBe(200)
})

test('the file needs the permission to see people, and a valid query', async () => {
  const { visitor } = await someoneWith(server, ['users:write'])
  expect((await server.app.inject({ url: usersFile.path, headers: { host: 'localhost:3000' } })).statusCode).toBe(401)
  for (const one of [visitor, (await someoneSignedIn(server)).visitor])
    expect((await download(one, usersFile.path)).statusCode).toBe(403)
  for (const query of [{ field: 'passwordHash' }, { sort: 'x' }, { userId: '1' }] as Record<string, string>[])
    expect((await download(admin, usersFile.path, query)).statusCode).toBe(400)
})

test('the failed rows of an import are a file that can be corrected and imported again', async () => {
  const head = 'firstName,lastName,email,phoneNumber,userName,status'
  const { data } = await importCsv(
    server,
    admin,
    'users',
    `${head}\nMeera,Nair,wrong,7000000001,meera,ACTIVE\nAl,"B, ""C""",x@y.example,1,x,`,
  )
  await runJobs(server)
  const answer = await download(admin, jobFailuresFile.path, { id: data._id })
  expect(cellsOf(answer.body)).toEqual([
    ['email', 'firstName', 'lastName', 'line', 'phoneNumber', 'status', 'userName', 'message'],
    ['wrong', 'Meera', 'Nair', '2', '7000000001', 'ACTIVE', 'meera', 'email: Email must be a valid email address'],
    ['x@y.example', 'Al', 'B, "C"', '3', '1', '', 'x', 'phoneNumber: Too Short!'],
  ])
  const again = await importCsv(server, admin, 'users', answer.body.replace('"wrong"', '"right@example.com"'))
  expect(again).toMatchObject({ status: 200, data: { total: 2 } })
})

test('a file says SUSPENDED of somebody who comes back: an import leaves that, and ends it for good with INACTIVE', async () => {
  const { id } = await aPerson(server)
  const until = sql`now() + interval '3 days'`
  await server.db.execute(sql`
    update users set is_active = false, suspended_from = now(), suspended_until = ${until}, suspension_reason = 'Leave' where id = ${id}`)
  const exported = (await download(admin, usersFile.path, { userId: id })).body
  expect(exported).toContain('"SUSPENDED"')
  const importAgain = async (content: string) => {
    const { data } = await importCsv(server, admin, 'users', content)
    await runJobs(server)
    const { changed, failed } = await jobOf(admin, data._id)
    await admin.call(runImport, { id: data._id })
    await runJobs(server)
    return { changed, messages: failed.rows.map(({ message }) => message) }
  }
  const state = async () => {
    const { rows } = await server.db.execute(sql`
      select is_active, suspended_from is not null as suspended from users where id = ${id}`)
    return rows[0]
  }
  expect(await importAgain(exported)).toEqual({ changed: 0, messages: [] })
  expect(await state()).toEqual({ is_active: false, suspended: true })
  expect(await importAgain(exported.replace('SUSPENDED', 'INACTIVE'))).toEqual({ changed: 1, messages: [] })
  expect(await state()).toEqual({ is_active: false, suspended: false })
  expect(await importAgain(exported)).toEqual({
    ...{ changed: 0, messages: ['status: Nobody is suspended by an import. Suspend people in the console.'] },
  })
})

test('the failed rows of a job are shown only to the person who started it', async () => {
  const { data } = await admin.call(startBulkJob, { change: { action: 'delete' }, ids: [adminId] })
  await runJobs(server)
  expect(cellsOf((await download(admin, jobFailuresFile.path, { id: data._id })).body)).toEqual([
    ['name', 'userId', 'message'],
    ['Asha Rao', adminId, 'The last active administrator cannot be removed.'],
  ])
  const { visitor } = await someoneWith(server, ['users:write'])
  expect((await download(visitor, jobFailuresFile.path, { id: data._id })).statusCode).toBe(404)
})

test('an export whose database connection is lost before its first line answers 503, and the server goes on', async () => {
  const blocker = await server.db.pool.connect()
  await blocker.query('begin')
  // Before the lock, because the answer about the session reads this table, too.
  const headers = await proofOf(admin)
  await blocker.query('lock table applications in access exclusive mode')
  const exporting = server.app.inject({ method: 'GET', url: usersFile.path, headers })
  const waiting = sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock' and query like '%declare people%'`
  await expect.poll(async () => (await server.db.execute(waiting)).rowCount).toBe(1)
  expect((await exporting).statusCode).toBe(503)
  await blocker.query('rollback')
  blocker.release()
  expect((await download(admin, usersFile.path)).statusCode).toBe(200)
})
