import { cancelJob, runImport, startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { jobOf } from '../../../test/jobs.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'
import { aProgram } from '../../../test/service-accounts.ts'
import { OPEN_JOBS_MAX } from './job-table.ts'
import { makeJobRunner } from './runner.ts'

const server = useTestServer()
const admin = useAdministrator(server)

async function aJob(visitor: Visitor, count = 1): Promise<string> {
  const ids = []
  for (let number = 0; number < count; number++) ids.push((await aPerson(server)).id)
  const { data } = await visitor.call(startBulkJob, { change: { action: 'deactivate' }, ids })
  return data._id
}

/** The jobs in the order in which they ended. */
async function ended(ids: string[]): Promise<string[]> {
  const { rows } = await server.db.execute<{ id: string }>(sql`
    select id from jobs where id = any(${ids}::uuid[]) and finished_at is not null order by finished_at`)
  return rows.map(({ id }) => id)
}

test('people take turns: whoever has started many jobs does not hold up the job of somebody else', async () => {
  const { visitor: busy } = await aProgram(server, ['users:write'])
  const [first, second, third] = [await aJob(busy), await aJob(busy), await aJob(busy)]
  const [own, next] = [await aJob(admin), await aJob(admin)]
  await makeJobRunner(server).runAll()
  expect(await ended([first, second, third, own, next])).toEqual([first, own, second, next, third])
})

test('a long job lets those of others go first after its turn, and is then continued', async () => {
  const { visitor: busy } = await aProgram(server, ['users:write'])
  const long = await aJob(busy, 50)
  const [short, shorter] = [await aJob(admin), await aJob((await someoneWith(server, ['users:write'])).visitor)]
  await makeJobRunner(server, { turnMs: 0 }).runAll()
  expect((await ended([short, shorter, long])).at(-1)).toBe(long)
  expect(await jobOf(busy, long)).toMatchObject({ job: { state: 'done', position: 50, succeeded: 50 } })
})

test(`nobody has more than ${OPEN_JOBS_MAX} jobs that wait or run, also of those begun at once`, async () => {
  const { visitor } = await someoneWith(server, ['users:write'])
  const { id } = await aPerson(server)
  const start = () => visitor.call(startBulkJob, { change: { action: 'deactivate' }, ids: [id] })
  const answers = await Promise.all(Array.from({ length: OPEN_JOBS_MAX + 5 }, start))
  const begun = answers.filter(({ status }) => status === 200)
  expect(begun).toHaveLength(OPEN_JOBS_MAX)
  expect(answers.find(({ status }) => status !== 200)).toMatchObject({
    status: 409,
    msg: '20 of your jobs wait or run already. Wait until one has ended.',
  })
  // Others are not concerned, and an ended one makes room for one.
  await aJob(admin)
  await visitor.call(cancelJob, { id: begun[0]?.data._id as string })
  expect((await Promise.all([start(), start()])).map(({ status }) => status).sort()).toEqual([200, 409])
  // A checked import would wait, too.
  await server.db.execute(sql`update jobs set state = 'checked' where id = ${begun[0]?.data._id}`)
  expect(await visitor.call(runImport, { id: begun[0]?.data._id as string })).toMatchObject({ status: 409 })
  await makeJobRunner(server).runAll()
})
