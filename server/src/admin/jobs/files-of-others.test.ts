import { Worker } from 'node:worker_threads'
import { IMPORT_COLUMNS, runImport, usersFile } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { users } from '@gatehouse/contract/admin/people/users.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { useAdministrator } from '../../../test/console.ts'
import { importCsv, jobOf, runJobs } from '../../../test/jobs.ts'
import { proofOf } from '../../../test/pictures.ts'
import { useTestServer } from '../../../test/server.ts'
import { aUser } from '../../../test/users.ts'

const server = useTestServer()
const admin = useAdministrator(server)

async function check(content: string | Buffer) {
  const { data, status, msg } = await importCsv(server, admin, 'users', content)
  if (status !== 200) throw new Error(`import answered ${status}: ${msg}`)
  await runJobs(server)
  return jobOf(admin, data._id)
}

const HEAD = IMPORT_COLUMNS.users
let count = 0
/** A row with a name that is not ASCII. */
const aRow = () => {
  const number = ++count
  return [
    'Zoë',
    "D'Souza",
    `zoe${number}@example.com`,
    `74000000${String(number).padStart(2, '0')}`,
    `zoe.${number}`,
    '',
  ]
}
const fileOf = (separator: string, ...rows: string[][]) =>
  [HEAD, ...rows].map((cells) => cells.join(separator)).join('\r\n')
const swapped = (content: string) => Buffer.from(content, 'utf16le').swap16()

describe('a file saved by a spreadsheet', () => {
  test.each<[string, () => string | Buffer, object]>([
    ['with semicolons', () => fileOf(';', aRow()), { encoding: 'UTF-8', separator: ';' }],
    ['with a first line for Excel', () => `sep=;\r\n${fileOf(';', aRow())}`, { encoding: 'UTF-8', separator: ';' }],
    ['with an empty table above', () => `;;\r\n\r\n${fileOf(';', aRow())}`, { encoding: 'UTF-8', separator: ';' }],
    [
      'with columns without a name',
      () => `${HEAD.join(';')};;\r\n${aRow().join(';')};;\r\n`,
      { encoding: 'UTF-8', separator: ';' },
    ],
    ['with tabs', () => fileOf('\t', aRow()), { encoding: 'UTF-8', separator: '\t' }],
    ['with a mark', () => `\uFEFF${fileOf(',', aRow())}`, { encoding: 'UTF-8', separator: ',' }],
    [
      'in UTF-16, as "Unicode text"',
      () => Buffer.from(`\uFEFF${fileOf('\t', aRow())}`, 'utf16le'),
      { encoding: 'UTF-16', separator: '\t' },
    ],
    [
      'in UTF-16 without a mark',
      () => Buffer.from(fileOf(',', aRow()), 'utf16le'),
      { encoding: 'UTF-16', separator: ',' },
    ],
    [
      'in UTF-16 the other way round',
      () => swapped(`\uFEFF${fileOf(';', aRow())}`),
      { encoding: 'UTF-16', separator: ';' },
    ],
    ['in Windows-1252', () => Buffer.from(fileOf(';', aRow()), 'latin1'), { encoding: 'Windows-1252', separator: ';' }],
  ])('%s is read, and the job shows its encoding and separator', async (_how, content, guess) => {
    const { job, added } = await check(content())
    expect({ file: job.file, added, failed: job.failed }).toEqual({ file: guess, added: 1, failed: 0 })
    await admin.call(runImport, { id: job._id })
    await runJobs(server)
    const { rows } = await server.db.execute(sql`
      select first_name, last_name from users where email = ${`zoe${count}@example.com`}`)
    expect(rows).toEqual([{ first_name: 'Zoë', last_name: "D'Souza" }])
  })
})

test('an import of the exported file changes nothing', async () => {
  const formulas = await aUser(admin, { firstName: '=Meera', lastName: "'-Nair" })
  await server.db.execute(sql`update users set phone_number = '' where id = ${(await aUser(admin)).id}`)
  const { body } = await server.app.inject({ method: 'GET', url: usersFile.path, headers: await proofOf(admin) })
  expect(body).toContain('"\'=Meera"')
  const { job, added, changed, failed } = await check(body)
  expect(failed.rows).toEqual([])
  expect({ added, changed, total: job.total > 2 }).toEqual({ added: 0, changed: 0, total: true })
  const changedBody = body.replace('"\'=Meera"', '"Mira"')
  const second = await check(changedBody)
  expect([second.added, second.changed]).toEqual([0, 1])
  await admin.call(runImport, { id: second.job._id })
  await runJobs(server)
  const { data } = await admin.call(users.list, { userId: formulas.id })
  expect(data).toMatchObject([{ firstName: 'Mira', lastName: "'-Nair" }])
})

test.each([
  ['commas', ','.repeat(5 * 1024 * 1024)],
  ['commas and quotes', `""${',""'.repeat(1_700_000)}`],
  ['line ends', '\n'.repeat(5 * 1024 * 1024)],
  ['lines of a comma', ',\n'.repeat(2_600_000)],
  ['one open quote', `"${'a'.repeat(5 * 1024 * 1024 - 2)}`],
])('a file with 5 MB of %s is refused within 96 MB of memory', async (_what, content) => {
  const module = new URL('./csv/read-csv.ts', import.meta.url).href
  const code = `
    const { parentPort, workerData } = require('node:worker_threads')
    import(${JSON.stringify(module)}).then(({ readCsv }) => readCsv('users', Buffer.from(workerData)))
      .then(() => 'read', (error) => error.message).then((said) => parentPort.postMessage(said))`
  const worker = new Worker(code, {
    eval: true,
    workerData: Buffer.from(content),
    resourceLimits: { maxOldGenerationSizeMb: 96, maxYoungGenerationSizeMb: 16 },
  })
  const said = await new Promise((resolve, reject) => worker.once('message', resolve).once('error', reject))
  await worker.terminate()
  expect(said).toMatch(/more than 50 columns|at most 20,000 rows|cannot be read as CSV/)
})

describe('a person created by an import', () => {
  const mailsTo = async (email: string) => (await server.inbox(email)).map(({ subject }) => subject)

  test.each([
    [{}, ['Your account for EAI']],
    [{ invite: true }, ['Your account for EAI']],
    [{ invite: false }, []],
  ])('is invited unless the import says otherwise: %j', async (choice, mails) => {
    const row = aRow()
    const { job } = await check(fileOf(',', row))
    expect(await mailsTo(row[2] as string)).toEqual([])
    expect(await admin.call(runImport, { id: job._id, ...choice })).toMatchObject({ status: 200 })
    await runJobs(server)
    expect(await mailsTo(row[2] as string)).toEqual(mails)
  })
})
