import { IMPORT_COLUMNS, runImport, startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import { revokeServiceAccountKey } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useAdministrator } from '../../../test/console.ts'
import { importCsv, isActive, jobOf, runJobs } from '../../../test/jobs.ts'
import { useTestServer } from '../../../test/server.ts'
import { aProgram, aServiceKey, programWith } from '../../../test/service-accounts.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** A maker of a key and somebody else, both inactive, and the waiting job of the key that activates them. */
async function aJobOfKey() {
  const maker = await aPerson(server)
  const other = await aPerson(server)
  const program = await aProgram(server, ['users:write'])
  await server.db.execute(sql`update service_account_keys set created_by = ${maker.id} where id = ${program.keyId}`)
  const ids = [maker.id, other.id]
  const started = await program.visitor.call(startBulkJob, { change: { action: 'activate' }, ids })
  expect(started).toMatchObject({ status: 200 })
  await server.db.execute(sql`update users set is_active = false where id = any(${ids}::uuid[])`)
  return { ...program, ids, jobId: started.data._id }
}

test('who made a key that has expired since is not brought back by a job that it started before', async () => {
  const { keyId, ids } = await aJobOfKey()
  await server.db.execute(sql`update service_account_keys set expires_at = now() where id = ${keyId}`)
  await runJobs(server)
  expect(await isActive(server, ids)).toEqual([false, true])
})

test('a job ends with the key that began it, and not with another one', async () => {
  const { id, keyId, ids, jobId } = await aJobOfKey()
  const second = await aServiceKey(server, id)
  const program = programWith(server, second.key)
  const { data: kept } = await program.call(startBulkJob, { change: { action: 'activate' }, ids: ids.slice(1) })
  await admin.call(revokeServiceAccountKey, { accountId: id, keyId })
  await runJobs(server)
  expect(await jobOf(program, jobId)).toMatchObject({ job: { state: 'failed', succeeded: 0 } })
  expect(await jobOf(program, kept._id)).toMatchObject({ job: { state: 'done', succeeded: 1 } })
  expect(await isActive(server, ids)).toEqual([false, true])
})

test('an import that one key has checked and another one runs belongs to the other one', async () => {
  const { id, keyId, key, visitor } = await aProgram(server, ['users:read', 'users:write'])
  const { email } = await aPerson(server)
  const file = `${IMPORT_COLUMNS.users.join(',')}\nIla,Bose,${email},,,INACTIVE\n`
  const { data } = await importCsv(server, visitor, 'users', file, { authorization: `Bearer ${key}` })
  await runJobs(server)
  const second = await aServiceKey(server, id)
  const program = programWith(server, second.key)
  expect(await jobOf(program, data._id)).toMatchObject({ job: { state: 'checked' } })
  expect(await program.call(runImport, { id: data._id })).toMatchObject({ status: 200 })
  await admin.call(revokeServiceAccountKey, { accountId: id, keyId })
  await runJobs(server)
  expect(await jobOf(program, data._id)).toMatchObject({ job: { state: 'done' } })
})
