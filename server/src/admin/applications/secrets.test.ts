import { applications, renewApplicationSecret } from '@gatehouse/contract/admin/applications/applications.ts'
import {
  addApplicationSecret,
  applicationSecrets,
  endApplicationSecret,
} from '@gatehouse/contract/admin/applications/secrets.ts'
import { redeem } from '@gatehouse/contract/launch.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { anApplication } from '../../../test/builders.ts'
import { auditOf, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const opens = async (id: string, secret: string) => {
  const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
  const { status } = await server.visitor({ web: false }).call(redeem, { token: 'unknown' }, { authorization })
  expect([400, 401]).toContain(status)
  return status === 400
}

const add = (applicationId: string, input: object = {}) =>
  admin.call(addApplicationSecret, { applicationId, name: 'Next', ...input })
const listed = async (applicationId: string) => (await admin.call(applicationSecrets, { applicationId })).data

describe('the secrets of an application', () => {
  test('are at most two: the new one works before the old one expires', async () => {
    const { id, secret: old } = await anApplication(server)
    const { data, msg } = await add(id, { days: 90 })
    expect(msg).toBe('Secret Added')
    expect([await opens(id, old), await opens(id, data.secret)]).toEqual([true, true])
    expect(await add(id)).toMatchObject({ status: 409, msg: 'Two secrets are in use. Revoke one of them first.' })

    const secrets = await listed(id)
    expect(secrets).toMatchObject([
      { _id: id, expiresAt: null },
      { name: 'Next', expiresAt: expect.any(String) },
    ])
    const days = (Date.parse(secrets[1]?.expiresAt ?? '') - Date.now()) / 86_400_000
    expect(Math.round(days)).toBe(90)
    expect((await admin.call(endApplicationSecret, { applicationId: id, secretId: id, days: 0 })).status).toBe(200)
    expect([await opens(id, old), await opens(id, data.secret)]).toEqual([false, true])
    expect(await listed(id)).toHaveLength(1)
  })

  test('are still at most two when two are added at the same time', async () => {
    const { id } = await anApplication(server)
    const answers = await Promise.all([add(id), add(id)])
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
  })

  test('can be given an expiry, and lose it again', async () => {
    const { id, secret } = await anApplication(server)
    const end = (days: number | null) => admin.call(endApplicationSecret, { applicationId: id, secretId: id, days })
    expect((await end(7)).status).toBe(200)
    expect(await listed(id)).toMatchObject([{ expiresAt: expect.any(String) }])
    expect((await end(null)).status).toBe(200)
    expect(await listed(id)).toMatchObject([{ expiresAt: null }])
    expect(await opens(id, secret)).toBe(true)
    const events = (await auditOf(server, id)).map(({ event, detail }) => [event, (detail as { days: unknown }).days])
    expect(events).toEqual([
      ['applications.secret-ends', 7],
      ['applications.secret-ends', null],
    ])
  })

  test('cannot be ended under the id of another application', async () => {
    const [mine, other] = [await anApplication(server), await anApplication(server)]
    const answer = await admin.call(endApplicationSecret, { applicationId: mine.id, secretId: other.id, days: 0 })
    expect(answer.status).toBe(404)
    expect(await opens(other.id, other.secret)).toBe(true)
  })

  test('are all revoked when the secret is renewed', async () => {
    const { id, secret: old } = await anApplication(server)
    const { secret: added } = (await add(id)).data
    const { secret } = (await admin.call(renewApplicationSecret, { applicationId: id })).data
    expect(await Promise.all([old, added, secret].map((one) => opens(id, one)))).toEqual([false, false, true])
  })

  test('show their expiry in the list of applications', async () => {
    const { id } = await anApplication(server)
    await admin.call(endApplicationSecret, { applicationId: id, secretId: id, days: 0 })
    const hasSecret = async () => {
      const rows = (await admin.call(applications.list)).data as { _id: string; hasSecret: boolean }[]
      return rows.find(({ _id }) => _id === id)?.hasSecret
    }
    expect(await hasSecret()).toBe(false)
    await add(id)
    expect(await hasSecret()).toBe(true)
  })
})

describe('the last use of a secret', () => {
  test('is recorded for the secret that was used, and removed with it', async () => {
    const { id, secret } = await anApplication(server)
    const { data: other } = await add(id)
    const uses = async () => (await listed(id)).map(({ lastUsedAt }: { lastUsedAt: string | null }) => lastUsedAt)
    expect(await uses()).toEqual([null, null])
    await opens(id, 'wrong')
    expect(await uses()).toEqual([null, null])
    await opens(id, other.secret)
    const [own, next] = await uses()
    expect([own, Math.abs(Date.parse(next ?? '') - Date.now()) < 60_000]).toEqual([null, true])
    await opens(id, secret)
    expect(await uses()).toEqual([expect.any(String), next])
    // The time of use is written once in several minutes, so the next use writes nothing.
    await server.db.pool.query(
      `with own as (update applications set secret_last_used_at = null where id = $1)
       update application_secrets set last_used_at = null where application_id = $1`,
      [id],
    )
    await Promise.all([opens(id, secret), opens(id, other.secret)])
    expect(await uses()).toEqual([null, null])
    await opens(id, (await admin.call(renewApplicationSecret, { applicationId: id })).data.secret)
    expect(await uses()).toEqual([expect.any(String)])
    await admin.call(renewApplicationSecret, { applicationId: id })
    expect(await uses()).toEqual([null])
  })

  test('does not wait for whoever changes the application', async () => {
    const { id, secret } = await anApplication(server)
    await server.db.transaction(async (tx) => {
      await tx.execute(sql`select from applications where id = ${id} for no key update`)
      expect(await opens(id, secret)).toBe(true)
    })
  })
})
