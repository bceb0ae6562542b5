import * as calls from '@gatehouse/contract/admin/jobs/jobs.ts'
import type { FastifyInstance } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import type { Db, Tx } from '../../db/database.ts'
import { fullNameIn } from '../../db/full-name.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { auditBy } from '../engine/changes.ts'
import { changeRoute } from '../engine/guard/change-route.ts'
import { byOf } from '../engine/resource.ts'
import { type By, readsPeople } from '../engine/store.ts'
import { fixPeople } from './fix-people.ts'
import { insertJob, type JobInput, keyOf, listJobsOf, requireRoom } from './job-table.ts'
import { countMatching, whereMatching } from './matching.ts'

const FAILED_PAGE_SIZE = 25

/** Bulk changes and imports: started here, done by the runner. Callers only see their own jobs. */
export function serveJobs(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  route(app, calls.countMatching, async ({ input, actor }) => ({ total: await countMatching(db, input, actor) }))

  changeRoute(app, deps, calls.startBulkJob, {
    targets: () => ({}),
    work: async (tx, { input: { change, ids, matching }, by }) => {
      // Deleted people can only be restored, and only they can be.
      const isWrong = matching && (matching.query.deleted ?? false) !== (change.action === 'restore')
      if ((ids === undefined) === (matching === undefined) || isWrong)
        throw new AppError('invalid_request', { msg: 'Choose a person' })
      const start = (input: JobInput, total: number) => insertJob(tx, by, change.action, input, total)
      if (matching !== undefined) {
        const { confirmed, ...whom } = matching
        const id = await start({ ip: by.ip, change, matching: whom, gatherFrom: null, confirmed }, 0)
        if ((await fixPeople(tx, id, whereMatching(whom, by.person))) !== confirmed) throw new AppError('count_changed')
        return started(tx, by, id)
      }
      const distinct = [...new Set(ids ?? [])]
      const id = await start({ ip: by.ip, change }, distinct.length)
      // The permission to change people does not include the permission to see their names.
      const name = readsPeople(by.person) ? sql`coalesce(${raw(fullNameIn('u'))}, '')` : sql`''`
      await tx.execute(sql`
        insert into job_items (job_id, number, input)
        select ${id}, i.number, jsonb_build_object('userId', i.id, 'name', ${name})
        from unnest(${distinct}::uuid[]) with ordinality as i (id, number) left join users u on u.id = i.id`)
      return started(tx, by, id)
    },
  })

  route(app, calls.listJobs, async ({ input, actor }) => listJobsOf(db, actor.userId, input))

  route(app, calls.readJob, async ({ input: { id, page = 0 }, actor }) => {
    const job = await requireOwn(db, actor.userId, id)
    // A dry run notes its prediction in records that still wait: once it is over, only what was done counts.
    const counted = raw(job.state === 'checked' ? 'true' : "state = 'done'")
    const failed = sql`from job_items where job_id = ${id} and state = 'failed'`
    const [rows, counts] = await Promise.all([
      db.execute<calls.FailedItem>(sql`
        select coalesce((input->>'line')::int, number) as number, input->>'name' as name, message ${failed} order by number
        limit ${FAILED_PAGE_SIZE} offset ${Math.max(0, page) * FAILED_PAGE_SIZE}`),
      db.execute<{ total: number; added: number; changed: number; ended: number }>(sql`
        select count(*) filter (where state = 'failed')::int as total,
          count(*) filter (where ${counted} and input->>'effect' = 'added')::int as added,
          count(*) filter (where ${counted} and input->>'effect' = 'changed')::int as changed,
          count(*) filter (where state in ('done', 'unchanged', 'failed'))::int as ended
        from job_items where job_id = ${id}`),
    ])
    const { total = 0, added = 0, changed = 0, ended = 0 } = counts.rows[0] ?? {}
    return { job, failed: { rows: rows.rows, total }, added, changed, notDone: job.total - ended }
  })

  route(app, calls.cancelJob, async ({ input: { id }, actor, request }) =>
    db.transaction(async (tx) => {
      const { rowCount } = await tx.execute(sql`
        update jobs set cancel_requested = true,
          state = case when state = 'running' then state else 'cancelled' end,
          finished_at = case when state = 'running' then null else now() end
        where id = ${id} and created_by = ${actor.userId} and state in ('waiting', 'running', 'checked')`)
      const job = await requireOwn(tx, actor.userId, id)
      if (rowCount === 1) await auditBy(tx, byOf(actor, request), 'jobs.cancelled', id, { name: job.kind })
      return job
    }),
  )

  changeRoute(app, deps, calls.runImport, {
    targets: () => ({}),
    work: async (tx, { input: { id, invite = true }, by }) => {
      await requireRoom(tx, by)
      // Only once: the second of two clicks finds it running. From now on it belongs to the key or session that runs it.
      const { rowCount } = await tx.execute(sql`
        update jobs set state = 'waiting', position = 0, succeeded = 0, finished_at = null, session_id = ${by.person.sessionId}, key_id = ${keyOf(by)},
          failed = (select count(*) from job_items where job_id = ${id} and state = 'failed'),
          input = input || ${JSON.stringify({ isDryRun: false, invite })}::jsonb
        where id = ${id} and created_by = ${by.person.userId} and state = 'checked'`)
      if (rowCount === 0) throw new AppError('not_found')
      await tx.execute(sql`update job_items set state = 'waiting' where job_id = ${id} and state = 'unchanged'`)
      return started(tx, by, id)
    },
  })
}

/** Starts a job with its audit line, and returns it for its starter. */
async function started(tx: Tx, by: By, id: string): Promise<calls.Job> {
  const job = await requireOwn(tx, by.person.userId, id)
  await auditBy(tx, by, 'jobs.started', id, { name: job.kind, total: job.total })
  return job
}

/** @throws AppError not_found, also for jobs of others */
export async function requireOwn(db: Db | Tx, userId: string, id: string): Promise<calls.Job> {
  const [job] = await listJobsOf(db, userId, { id })
  if (job === undefined) throw new AppError('not_found')
  return job
}
