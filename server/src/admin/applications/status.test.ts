import { applications } from '@gatehouse/contract/admin/applications/applications.ts'
import { redeem } from '@gatehouse/contract/launch.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { launch, someoneWithAccess } from '../../../test/builders.ts'
import { useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

describe('the launch and access tokens of an application', () => {
  const open = async () => {
    const someone = await someoneWithAccess(server)
    const { application } = someone
    const asApplication = { authorization: application.authorization }
    const redeemIt = (token: string) => server.visitor({ web: false }).call(redeem, { token }, asApplication)
    const { status } = await redeemIt((await launch(someone)).data.oAuthToken)
    if (status !== 200) throw new Error(`redeeming answered ${status}`)
    const { data: waiting } = await launch(someone)
    const isLive = async () => {
      const { rows } = await server.db.execute(sql`
        select 1 from access_tokens where application_id = ${application.id} and revoked_at is null`)
      return rows.length > 0
    }
    return { ...someone, waiting: waiting.oAuthToken, redeemIt, isLive }
  }
  const setStatus = (id: string, status: string) =>
    admin.call(applications.update, {
      name: { description: `Blocked ${id}`, applicationType: 'Web' },
      applicationRedirectUrl: 'https://blocked.example.com',
      status,
      id,
    })

  test.each(['INACTIVE', 'Temporary BLOCKED', 'Permanent BLOCKED'])(
    'are revoked at once when it becomes %s',
    async (status) => {
      const [{ application, waiting, redeemIt, isLive }, bystander] = [await open(), await open()]
      expect(await isLive()).toBe(true)
      expect(await setStatus(application.id, status)).toMatchObject({ status: 200, data: { status } })
      await setStatus(application.id, 'ACTIVE')
      expect(await isLive()).toBe(false)
      expect((await redeemIt(waiting)).status).toBe(400)
      expect([await bystander.isLive(), (await bystander.redeemIt(bystander.waiting)).status]).toEqual([true, 200])
    },
  )

  test('stay valid when something else changes', async () => {
    const { application, waiting, redeemIt, isLive } = await open()
    await setStatus(application.id, 'ACTIVE')
    expect(await isLive()).toBe(true)
    expect((await redeemIt(waiting)).status).toBe(200)
  })

  test('are revoked when it is deleted, and its self-registrations are removed', async () => {
    const { application, client, person, isLive } = await open()
    await server.db.execute(
      sql`insert into self_registrations (application_id, client_id) values (${application.id}, ${client.id})`,
    )
    await server.db.execute(sql`delete from assignments where user_id = ${person.id}`)
    const uses = [{ kind: 'self-registrations', effect: 'detaches', count: 1, names: [client.actualName] }]
    expect((await admin.call(applications.uses, { id: application.id })).data).toEqual(uses)
    expect(await admin.call(applications.remove, { id: application.id })).toMatchObject({ status: 200 })
    await admin.call(applications.restore, { id: application.id })
    expect(await isLive()).toBe(false)
    expect((await admin.call(applications.uses, { id: application.id })).data).toEqual([])
  })
})
