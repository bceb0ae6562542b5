import { applications, renewApplicationSecret } from '@gatehouse/contract/admin/applications/applications.ts'
import { redeem } from '@gatehouse/contract/launch.ts'
import { describe, expect, test } from 'vitest'
import { anApplication } from '../../../test/builders.ts'
import { auditOf, someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

describe('a new secret', () => {
  const tryIt = (id: string, secret: string) => {
    const authorization = `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`
    return server.visitor({ web: false }).call(redeem, { token: 'unknown' }, { authorization })
  }

  test('replaces the old one and is shown only once', async () => {
    const { id, secret: old } = await anApplication(server)
    const answer = await admin.call(renewApplicationSecret, { applicationId: id })
    expect(answer).toMatchObject({
      status: 200,
      msg: 'Secret Renewed',
      data: { secret: expect.stringMatching(/^[\w-]{43}$/) },
    })
    expect([(await tryIt(id, old)).status, (await tryIt(id, answer.data.secret)).status]).toEqual([401, 400])
    const [line] = await auditOf(server, id)
    expect(line).toMatchObject({ event: 'applications.secret-renewed' })
    expect(JSON.stringify(line)).not.toContain(answer.data.secret)
    expect(JSON.stringify((await admin.call(applications.list)).data)).not.toContain(answer.data.secret)
  })

  test('needs the permission to change applications', async () => {
    const { id, secret } = await anApplication(server)
    const reader = await someoneWith(server, ['applications:read'])
    expect((await reader.visitor.call(renewApplicationSecret, { applicationId: id })).status).toBe(403)
    expect((await tryIt(id, secret)).status).toBe(400)
    expect(await auditOf(server, id)).toEqual([])
  })

  test.each([
    ['018f0000-0000-7000-8000-000000000000', 404, 'Not found'],
    ['mine', 400, 'Application is required'],
    [undefined, 400, 'Application is required'],
  ])('is not created for %s', async (applicationId, status, msg) => {
    expect(await admin.call(renewApplicationSecret, { applicationId })).toMatchObject({ status, msg })
  })
})
