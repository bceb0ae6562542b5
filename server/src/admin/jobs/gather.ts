import sql, { raw } from 'sql-template-tag'
import type { Db } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import type { By } from '../engine/store.ts'
import { fixPeople } from './fix-people.ts'
import { type ClaimedJob, holdJob } from './job-table.ts'
import { whereMatching } from './matching.ts'

type Setup = { leaseSeconds: number; chunk: number }

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Makes records of the next people whom the starter of a job confirmed, in the order of their ids. Whoever no longer matches
 * its query is left out. Returns false if this server no longer holds the lease of the job.
 */
export async function gather(db: Db, job: ClaimedJob, by: By, { leaseSeconds, chunk }: Setup): Promise<boolean> {
  const { input } = job
  if (!('change' in input)) throw new Error(`job ${job.id} has nothing to gather from`)
  const { query = {}, matching = { query }, gatherFrom } = input
  const where = whereMatching(matching, by.person)
  const from = sql`${gatherFrom ?? FIRST_ID}::uuid`
  return db.transaction(async (tx) => {
    if (!(await holdJob(tx, job))) return false
    // The former release stored the query alone.
    await fixPeople(tx, job.id, sql`${where} and t.id > ${from} and t.created_at <= ${job.createdAt}`)
    const { rows } = await tx.execute<{ taken: number; last: string | null; count: number }>(sql`
      with taken as materialized (
          select person from jobs j, unnest(j.people) as person where j.id = ${job.id} and person > ${from}
          order by person limit ${chunk}),
        found as (select t.id, ${raw(fullNameIn('t'))} as name ${where} and t.id in (select person from taken)),
        noted as (
          insert into job_items (job_id, number, input)
          select ${job.id}, ${job.total} + row_number() over (order by id), jsonb_build_object('userId', id, 'name', name)
          from found)
      select count(*)::int as taken, (array_agg(person order by person desc))[1] as last,
        (select count(*)::int from found) as count from taken`)
    const { taken = 0, last = null, count = 0 } = rows[0] ?? {}
    job.total += count
    input.leftOut = (input.leftOut ?? 0) + taken - count
    if (taken < chunk) delete input.gatherFrom
    else input.gatherFrom = last
    await tx.execute(sql`
      update jobs set total = ${job.total}, input = ${JSON.stringify(input)}::jsonb,
        people = case when ${taken < chunk} then null else people end,
        claimed_until = now() + make_interval(secs => ${leaseSeconds})
      where id = ${job.id}`)
    return true
  })
}
