import { IMPORT_COLUMNS, runImport, startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { endUserSessions } from '@gatehouse/contract/admin/people/sessions.ts'
import { resetUserPassword } from '@gatehouse/contract/admin/people/users.ts'
import { DestroySession, endOwnSession, listSessions } from '@gatehouse/contract/session.ts'
import { changePassword } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aPerson, openSessionFor, PASSWORD } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { importCsv, isActive, runJobs } from '../../../test/jobs.ts'
import { useTestServer, type Visitor } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)
const NEW_PASSWORD = 'Osprey#Canyon77*Drum'
const ENDED = 'The session in which this was started was ended, or the password was changed since. Start it again.'

type Starter = { visitor: Visitor; person: { id: string; email: string } }

/** An administrator whose session has started a job, which has not begun. */
async function aJob() {
  const starter: Starter = await someoneWith(server, ['users:read', 'users:write'])
  const { id } = await aPerson(server)
  const { data } = await starter.visitor.call(startBulkJob, { change: { action: 'deactivate' }, ids: [id] })
  return { starter, ids: [id], jobId: data._id }
}

async function stateOf(jobId: string) {
  await runJobs(server)
  const { rows } = await server.db.execute(sql`select state, error from jobs where id = ${jobId}`)
  return rows[0]
}

/** The owner, in a browser of their own. */
async function elsewhere({ person }: Starter) {
  const visitor = server.visitor()
  await openSessionFor(server, visitor, person.id)
  return visitor
}

const reset = ({ person: { email } }: Starter) =>
  admin.call(resetUserPassword, { email, newPassword: NEW_PASSWORD, removesFactors: false })

const STOPS: [what: string, end: (starter: Starter) => Promise<{ status: number }>][] = [
  ['the end of all sessions by an administrator', ({ person }) => admin.call(endUserSessions, { userId: person.id })],
  ['a password from an administrator', reset],
  [
    'a password from an administrator after that session has signed out',
    async (starter) => {
      await starter.visitor.call(DestroySession)
      return reset(starter)
    },
  ],
  [
    'the end of that session by its owner',
    async (starter) => {
      const own = await elsewhere(starter)
      const other = (await own.call(listSessions)).data.find(({ isCurrent }) => !isCurrent)
      return own.call(endOwnSession, { sessionId: other?._id ?? '' })
    },
  ],
  [
    'a new password in another session',
    async (starter) =>
      (await elsewhere(starter)).call(changePassword, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD }),
  ],
]

describe('a job does nothing more after', () => {
  test.each(STOPS)('%s', async (_, end) => {
    const { starter, ids, jobId } = await aJob()
    expect(await end(starter)).toMatchObject({ status: 200 })
    expect(await stateOf(jobId)).toEqual({ state: 'failed', error: ENDED })
    expect(await isActive(server, ids)).toEqual([true])
  })
})

describe('a job goes on after', () => {
  test.each<[string, (visitor: Visitor) => Promise<unknown>]>([
    ['its starter has signed out', (visitor) => visitor.call(DestroySession)],
    [
      'its starter has changed the password in the same session, and signed out',
      async (visitor) => {
        await visitor.call(changePassword, { oldPassword: PASSWORD, newPassword: NEW_PASSWORD })
        return visitor.call(DestroySession)
      },
    ],
  ])('%s', async (_, leave) => {
    const { starter, ids, jobId } = await aJob()
    await leave(starter.visitor)
    expect(await stateOf(jobId)).toMatchObject({ state: 'done' })
    expect(await isActive(server, ids)).toEqual([false])
  })
})

test('an import belongs to the session that runs it, not to the one that has checked the file', async () => {
  const starter: Starter = await someoneWith(server, ['users:read', 'users:write'])
  const row = 'Meera,Nair,meera-of-two@example.com,7900000001,meera-of-two,ACTIVE'
  const file = [IMPORT_COLUMNS.users.join(','), row].join('\r\n')
  const { data } = await importCsv(server, starter.visitor, 'users', file)
  expect(await stateOf(data._id)).toMatchObject({ state: 'checked' })
  const own = await elsewhere(starter)
  await admin.call(endUserSessions, { userId: starter.person.id })
  const next = await elsewhere(starter)
  expect(await own.call(runImport, { id: data._id })).toMatchObject({ status: 401 })
  expect(await next.call(runImport, { id: data._id })).toMatchObject({ status: 200 })
  expect(await stateOf(data._id)).toMatchObject({ state: 'done' })
})
