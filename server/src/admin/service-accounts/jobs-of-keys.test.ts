import { startBulkJob } from '@gatehouse/contract/admin/jobs/jobs.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { useAdministrator } from '../../../test/console.ts'
import { isActive, jobOf, runJobs } from '../../../test/jobs.ts'
import { useTestServer } from '../../../test/server.ts'
import { aProgram } from '../../../test/service-accounts.ts'

const server = useTestServer()
useAdministrator(server)

test.each(['revoked_at = now()', 'expires_at = now()'])(
  'who made a key (%s) is not brought back by a job that it started before',
  async (end) => {
    const maker = await aPerson(server)
    const other = await aPerson(server)
    const { keyId, visitor } = await aProgram(server, ['users:write'])
    await server.db.execute(sql`update service_account_keys set created_by = ${maker.id} where id = ${keyId}`)
    const ids = [maker.id, other.id]
    const started = await visitor.call(startBulkJob, { change: { action: 'activate' }, ids })
    expect(started).toMatchObject({ status: 200 })
    const job = await jobOf(visitor, started.data._id)
    expect(job).toMatchObject({ job: { state: 'waiting' } })

    await server.db.execute(sql`update users set is_active = false where id = any(${ids}::uuid[])`)
    await server.db.pool.query(`update service_account_keys set ${end} where id = $1`, [keyId])
    await runJobs(server)
    expect(await isActive(server, ids)).toEqual([false, true])
  },
)
