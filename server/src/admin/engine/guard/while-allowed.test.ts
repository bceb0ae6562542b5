import { activityFile } from '@gatehouse/contract/admin/activity/activity.ts'
import { whoCanFile } from '@gatehouse/contract/admin/approvals/explain-page.ts'
import { replayChangesFile } from '@gatehouse/contract/admin/approvals/replays.ts'
import { jobFailuresFile, usersFile } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { messagesFile } from '@gatehouse/contract/admin/messages/messages.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { inOrder } from '../../../../test/approval-drafts.ts'
import { anAddress, anApplication, signIn } from '../../../../test/builders.ts'
import { anAdministrator } from '../../../../test/console.ts'
import { proofOf } from '../../../../test/pictures.ts'
import { useTestServer } from '../../../../test/server.ts'
import { countWaiting } from '../../../../test/waiting.ts'
import { newId } from '../../../crypto/ids.ts'

const server = useTestServer()

type LongFile = [what: string, path: (readerId: string) => Promise<string>, table: string]

const FILES: LongFile[] = [
  ['of people', async () => usersFile.path, 'applications'],
  ['of the activity', async () => activityFile.path, 'audit_events'],
  ['of messages', async () => messagesFile.path, 'audit_events'],
  ['of everyone who can approve', pathOfWhoCan, 'application_roles'],
  ['of changed decisions', pathOfReplay, 'approval_replay_changes'],
  ['of what a job did not do', pathOfFailures, 'job_items'],
]

async function pathOfWhoCan() {
  const { matrix } = await inOrder(server)
  const { application, client, pageId } = matrix
  return `${whoCanFile.path}?${new URLSearchParams({ applicationId: application.id, clientId: client.id, pageId })}`
}

async function pathOfReplay(readerId: string) {
  const [{ id: applicationId }, id] = [await anApplication(server), newId()]
  await server.db.execute(sql`
    with job as (
      insert into jobs (id, kind, input, state, failed, total, created_by)
      values (${id}, 'replay', '{}', 'done', 0, 0, ${readerId}) returning id)
    insert into approval_replays (job_id, application_id, first_day, last_day, from_at, until_at)
    select id, ${applicationId}, '2026-11-01', '2026-11-02', now(), now() from job`)
  await server.db.execute(sql`
    insert into approval_replay_changes (job_id, number, at, page, action, amount, region, was_allowed, is_allowed, is_allowed_now,
      is_unapprovable, reasons_before, reasons_after)
    values (${id}, 1, now(), 'Claims', 'Approval', '1', 'IN-KL', true, false, false, false, '{}', '{}')`)
  return `${replayChangesFile.path}?replayId=${id}`
}

async function pathOfFailures(readerId: string) {
  const id = newId()
  await server.db.execute(sql`
    with job as (
      insert into jobs (id, kind, input, state, failed, total, created_by)
      values (${id}, 'deactivate', '{}', 'done', 1, 1, ${readerId}) returning id)
    insert into job_items (job_id, number, input, state, message)
    select id, 1, '{"name": "Nila Menon"}', 'failed', 'Not found' from job`)
  return `${jobFailuresFile.path}?id=${id}`
}

/** How much the server still does by itself, such as sending the messages of a sign-in. It would wait for the table, too. */
async function countUnderWay(): Promise<number> {
  server.outbox.wake()
  const { rowCount } = await server.db.execute(sql`
    select from outbox where state = 'ready'
    union all
    select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`)
  return rowCount ?? 0
}

/** Asks for a file, and does something while it waits for a table. */
async function askFor(pathFor: LongFile[1], table: string, meanwhile: (userId: string) => Promise<unknown>) {
  const { visitor, person } = await anAdministrator(server)
  const url = await pathFor(person.id)
  // There is a message of this.
  await signIn(server, server.visitor({ ip: anAddress() }), person.email)
  const headers = await proofOf(visitor)
  await expect.poll(countUnderWay).toBe(0)
  const blocker = await server.db.pool.connect()
  await blocker.query(`begin; lock table ${table} in access exclusive mode`)
  const asked = server.app.inject({ method: 'GET', url, headers }).catch((error: Error) => error)
  try {
    await expect.poll(() => countWaiting(server)).toBeGreaterThan(0)
    await meanwhile(person.id)
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  return asked
}

/** It ends within, or is refused before anything of it was sent. */
const isCut = (answer: Awaited<ReturnType<typeof askFor>>) => answer instanceof Error || answer.statusCode === 403

test.each(FILES)('a file %s ends when the session of its reader is ended', async (_, path, table) => {
  const ended = await askFor(path, table, (userId) =>
    server.db.execute(
      sql`update sessions set ended_at = now(), end_reason = 'ended-by-owner' where user_id = ${userId}`,
    ),
  )
  expect(isCut(ended)).toBe(true)
})

test.each(FILES)('a file %s ends when its reader is deactivated', async (_, path, table) => {
  const ended = await askFor(path, table, (userId) =>
    server.db.execute(sql`update users set is_active = false where id = ${userId}`),
  )
  expect(isCut(ended)).toBe(true)
})

test.each(FILES)('a file %s is complete otherwise', async (_, path, table) => {
  expect(await askFor(path, table, async () => undefined)).toMatchObject({ statusCode: 200 })
})
