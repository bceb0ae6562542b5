import { IMPORT_COLUMNS, runImport, startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aClient, anApplication, aPerson } from '../../../test/builders.ts'
import { useAdministrator } from '../../../test/console.ts'
import { importCsv, runJobs } from '../../../test/jobs.ts'
import { noticesTo } from '../../../test/messages.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

async function doAll(change: object, ids: string[]) {
  expect(await admin.call(startBulkJob, { change, ids })).toMatchObject({ status: 200 })
  await runJobs(server)
}

const noticesToAll = (ids: string[]) =>
  Promise.all(ids.map(async (id) => (await noticesTo(server, id)).map(({ notice }) => notice)))

test('each person is notified once of a change to many, and not if nothing changed for them', async () => {
  const [first, second] = [await aPerson(server), await aPerson(server)]
  const ids = [first.id, second.id]
  await doAll({ action: 'deactivate' }, [first.id])
  await doAll({ action: 'deactivate' }, ids)
  expect(await noticesToAll(ids)).toEqual([['account-deactivated'], ['account-deactivated']])

  const pair = { applicationId: (await anApplication(server)).id, clientId: (await aClient(server)).id }
  await doAll({ action: 'assign', ...pair, role: 'User' }, ids)
  await doAll({ action: 'assign', ...pair, role: 'User' }, ids)
  await doAll({ action: 'detach', ...pair }, ids)
  await doAll({ action: 'detach', ...pair }, ids)
  const notices = ['account-deactivated', 'assignment-granted', 'assignment-removed']
  expect(await noticesToAll(ids)).toEqual([notices, notices])
})

const countNotices = async () =>
  (await server.db.execute(sql`select 1 from messages where notice <> 'login-otp'`)).rowCount

test('an import invites new active people when it runs, and inactive people when they are activated', async () => {
  const before = await countNotices()
  const lines = [
    IMPORT_COLUMNS.users.join(','),
    'Meera,Nair,meera@example.com,7100000001,meera,ACTIVE',
    'Kiran,Nair,kiran@example.com,7100000002,kiran,INACTIVE',
  ]
  const { data } = await importCsv(server, admin, 'users', lines.join('\r\n'))
  await runJobs(server)
  expect(await countNotices()).toBe(before)
  expect(await admin.call(runImport, { id: data._id })).toMatchObject({ status: 200 })
  await runJobs(server)
  const { rows } = await server.db.execute<{ id: string }>(sql`
    select id from users where email in ('meera@example.com', 'kiran@example.com') order by first_name desc`)
  const [meera = '', kiran = ''] = rows.map(({ id }) => id)
  expect(await noticesToAll([meera, kiran])).toEqual([['invitation'], []])
  await doAll({ action: 'activate' }, [meera, kiran])
  expect(await noticesToAll([meera, kiran])).toEqual([['invitation'], ['invitation']])
})
