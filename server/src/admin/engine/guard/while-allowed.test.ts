import { activityFile } from '@gatehouse/contract/admin/activity/activity.ts'
import { usersFile } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { messagesFile } from '@gatehouse/contract/admin/messages/messages.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { anAddress, signIn } from '../../../../test/builders.ts'
import { anAdministrator } from '../../../../test/console.ts'
import { proofOf } from '../../../../test/pictures.ts'
import { useTestServer } from '../../../../test/server.ts'
import { countWaiting } from '../../../../test/waiting.ts'

const server = useTestServer()

const FILES = [
  ['of people', usersFile.path, 'applications'],
  ['of the activity', activityFile.path, 'audit_events'],
  ['of messages', messagesFile.path, 'audit_events'],
] as const

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
async function askFor(path: string, table: string, meanwhile: (userId: string) => Promise<unknown>) {
  const { visitor, person } = await anAdministrator(server)
  // There is a message of this.
  await signIn(server, server.visitor({ ip: anAddress() }), person.email)
  const headers = await proofOf(visitor)
  await expect.poll(countUnderWay).toBe(0)
  const blocker = await server.db.pool.connect()
  await blocker.query(`begin; lock table ${table} in access exclusive mode`)
  const asked = server.app.inject({ method: 'GET', url: path, headers }).catch((error: Error) => error)
  try {
    await expect.poll(() => countWaiting(server)).toBeGreaterThan(0)
    await meanwhile(person.id)
  } finally {
    await blocker.query('rollback')
    blocker.release()
  }
  return asked
}

test.each(FILES)('a file %s ends when the session of its reader is ended', async (_, path, table) => {
  const ended = await askFor(path, table, (userId) =>
    server.db.execute(
      sql`update sessions set ended_at = now(), end_reason = 'ended-by-owner' where user_id = ${userId}`,
    ),
  )
  expect(ended).toBeInstanceOf(Error)
})

test.each(FILES)('a file %s ends when its reader is deactivated', async (_, path, table) => {
  const ended = await askFor(path, table, (userId) =>
    server.db.execute(sql`update users set is_active = false where id = ${userId}`),
  )
  expect(ended).toBeInstanceOf(Error)
})

test.each(FILES)('a file %s is complete otherwise', async (_, path, table) => {
  expect(await askFor(path, table, async () => undefined)).toMatchObject({ statusCode: 200 })
})
