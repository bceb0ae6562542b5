import sql, { raw } from 'sql-template-tag'
import type { Db } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import type { By } from '../engine/store.ts'
import { type ClaimedJob, holdJob } from './job-table.ts'
import { whereMatching } from './matching.ts'

type Setup = { leaseSeconds: number; chunk: number }

const FIRST_ID = '00000000-0000-0000-0000-000000000000'

/**
 * Stores the next people who match the query of a job, in the order of their ids. People added after the job
 * started are not included. Returns false if this server no longer holds the lease of the job.
 */
export async function gather(db: Db, job: ClaimedJob, by: By, { leaseSeconds, chunk }: Setup): Promise<boolean> {
  const { input } = job
  if (!('change' in input)) throw new Error(`job ${job.id} has nothing to gather from`)
  const { query = {}, matching = { query }, gatherFrom } = input
  const where = sql`${whereMatching(matching, by.person)}
    and t.id > ${gatherFrom ?? FIRST_ID}::uuid and t.created_at <= ${job.createdAt}`
  return db.transaction(async (tx) => {
    if (!(await holdJob(tx, job))) return false
    const { rows } = await tx.execute<{ count: number; last: string | null }>(sql`
      with found as (select t.id, ${raw(fullNameIn('t'))} as name ${where} order by t.id limit ${chunk}),
        noted as (
          insert into job_items (job_id, number, input)
          select ${job.id}, ${job.total} + row_number() over (order by id), jsonb_build_object('userId', id, 'name', name)
          from found)
      select count(*)::int as count, (array_agg(id order by id desc))[1] as last from found`)
    const { count = 0, last = null } = rows[0] ?? {}
    job.total += count
    if (count < chunk) delete input.gatherFrom
    else input.gatherFrom = last
    await tx.execute(sql`
      update jobs set total = ${job.total}, input = ${JSON.stringify(input)}::jsonb,
        claimed_until = now() + make_interval(secs => ${leaseSeconds})
      where id = ${job.id}`)
    return true
  })
}
