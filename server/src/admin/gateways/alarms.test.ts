import type { Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { emailConfigurations } from '@gatehouse/contract/admin/gateways/email-configurations.ts'
import { smsConfigurations } from '@gatehouse/contract/admin/gateways/sms-configurations.ts'
import { messagesOverview } from '@gatehouse/contract/admin/messages/messages.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import type { Sent } from '../../../test/conformance-calls.ts'
import { useAdministrator } from '../../../test/console.ts'
import { anEmailConfiguration, anSmsConfiguration } from '../../../test/message-configurations.ts'
import { useTestServer } from '../../../test/server.ts'
import { reportLaneState } from '../../notifications/lane-alarm.ts'

const server = useTestServer({ config: { outboundAllow: ['gateway.example.com', 'smtp.claims.example.com'] } })
const admin = useAdministrator(server)
const alarms = async () => (await admin.call(messagesOverview, {})).data.alarms

const KINDS = [
  {
    ...{ kind: 'email', resource: emailConfigurations as unknown as Resource, elsewhere: { postNo: '2525' } },
    form: (changes: Sent) => anEmailConfiguration({ url: '', ...changes }),
  },
  {
    ...{ kind: 'sms', resource: smsConfigurations as unknown as Resource },
    elsewhere: { url: 'https://gateway.example.com/other' },
    form: anSmsConfiguration,
  },
]

describe.each(KINDS)('the alarm of a gateway ($kind)', ({ kind, resource, elsewhere, form }) => {
  const aFailing = async () => {
    const [owner, next] = [await aPerson(server), await aPerson(server)]
    const { data } = await admin.call(resource.create, form({ owners: [owner.email] }))
    const { _id: id } = data as { _id: string }
    const save = async (changes: Sent) =>
      expect(await admin.call(resource.update, { ...form(changes), [resource.idKey]: id })).toMatchObject({
        status: 200,
      })
    const fail = async () => {
      await server.db.execute(sql`
        insert into outbox_lanes (lane, failures, failing_since) values (${`${kind}:${id}`}, 5, now() - interval '6 minutes')
        on conflict (lane) do update set failures = 5, failing_since = excluded.failing_since`)
      await reportLaneState(server, `${kind}:${id}`, false)
    }
    const noticesTo = async ({ email }: { email: string }) => {
      const { rows } = await server.db.execute(sql`
        select from messages where notice = 'gateway-failing' and recipient = ${email}`)
      return rows.length
    }
    await fail()
    expect(await noticesTo(owner)).toBe(1)
    expect(await alarms()).toHaveLength(1)
    return { id, next, save, fail, noticesTo }
  }
  const remove = (id: string) => admin.call(resource.remove, { [resource.idKey]: id } as never)

  test.each([
    ['the destination is another one', [elsewhere]],
    ['it was out of use', [{ status: 'INACTIVE' }, { status: 'ACTIVE' }]],
  ])('is over where %s, and its next failures are reported to its owners', async (_, changes) => {
    const { id, next, save, fail, noticesTo } = await aFailing()
    for (const change of changes) await save({ ...change, owners: [next.email] })
    expect(await alarms()).toEqual([])
    await fail()
    expect(await noticesTo(next)).toBe(1)
    expect(await alarms()).toHaveLength(1)
    await remove(id)
  })

  test('is over where it was deleted and restored', async () => {
    const { id } = await aFailing()
    await remove(id)
    expect(await admin.call(resource.restore, { id } as never)).toMatchObject({ status: 200 })
    expect(await alarms()).toEqual([])
    // A single failure is none to report.
    await reportLaneState(server, `${kind}:${id}`, false)
    expect(await alarms()).toEqual([])
    await remove(id)
  })

  test('stays where something else is changed, and is not reported twice', async () => {
    const { id, next, save, fail, noticesTo } = await aFailing()
    await save({ owners: [next.email] })
    await fail()
    expect(await noticesTo(next)).toBe(0)
    expect(await alarms()).toHaveLength(1)
    await remove(id)
  })
})

test('alarms of gateways that are out of use hide none of others', async () => {
  for (let number = 0; number < 20; number++) {
    const form = anEmailConfiguration({ url: '', status: 'INACTIVE' })
    const { data } = await admin.call(emailConfigurations.create, form as never)
    await server.db.execute(sql`
      update outbox_lanes set alarmed_at = now() - interval '30 days' where lane = ${`email:${data._id}`}`)
  }
  // A mail of the tests before that arrives now would end the alarm.
  await server.inbox('nobody@example.com')
  await server.db.execute(sql`
    insert into outbox_lanes (lane, failures, failing_since, alarmed_at) values ('email', 9, now(), now())
    on conflict (lane) do update set failures = 9, failing_since = now(), alarmed_at = now()`)
  expect(await alarms()).toMatchObject([{ kind: 'email', name: 'The portal’s own mail server' }])
})
