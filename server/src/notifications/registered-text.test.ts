import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { aClient, aPerson } from '../../test/builders.ts'
import { useTestServer } from '../../test/server.ts'
import { storeSmsGateway, useSmsGateway } from '../../test/sms-gateway.ts'
import { truncate } from '../../test/truncate.ts'
import { newId } from '../crypto/ids.ts'
import { notify } from './notify.ts'

const LINK = 'https://portal.example.com/resetpassword/018f0000-0000-7000-8000-000000000001'
const LONG = 'An Insurance Company of 31 signs'

const server = useTestServer({ config: { outboundAllow: ['localhost'] } })
const gateway = useSmsGateway()
let person: string
const clients = new Map<string, string>()
beforeAll(async () => {
  person = (await aPerson(server)).id
  for (const actualName of [LONG, 'Acme']) clients.set(actualName, (await aClient(server, { actualName })).id)
})

/** The result and answer recorded for a message with its own text. */
async function triedWith(body: string, client: string, { countryCode = '+91', registeredId = 'T-1' } = {}) {
  await truncate(server.db, sql`sms_configurations, templates, outbox, delivery_attempts cascade`)
  await storeSmsGateway(server, gateway.url, countryCode)
  await server.db.execute(sql`
    insert into templates (id, channel, template_id, name, body, language)
    values (${newId()}, 'sms', ${registeredId}, 'reset-password', ${body}, 'All')`)
  await server.db.transaction((tx) =>
    notify(server, tx, 'reset-password', person, {
      ...{ minutes: 30, values: { link: LINK } },
      scope: { applicationId: null, clientId: clients.get(client) ?? null },
    }),
  )
  await server.inbox('')
  const { rows } = await server.db.execute<{ answer: string; isSuccess: boolean }>(sql`
    select answer, is_success as "isSuccess" from delivery_attempts where gateway = 'SMS'`)
  return rows
}

const DIFFERS = 'Differs from the registered text, and operators may drop it'
const CONDITION = '{{ link }}{% if clientName %} for {{ clientName }}{% else %}.{% endif %}'

describe('an SMS that differs from its registered text', () => {
  test.each([
    ['with a name that is too long', '{{ link }} for {{ clientName }}', LONG, `${DIFFERS}. Too long: clientName`],
    ['within a condition', CONDITION, LONG, `${DIFFERS}. Too long: clientName`],
    ['without its spaces', '{{ link }} for {{- clientName -}} only', 'Acme', DIFFERS],
  ])('is sent nevertheless, and its attempt says so: %s', async (_case, body, client, remark) => {
    expect(await triedWith(body, client)).toEqual([{ isSuccess: true, answer: `${remark} · HTTP 200: Sent` }])
  })

  test.each([
    ['a name that fits', '{{ link }} for {{ clientName }}', 'Acme'],
    ['a name that is cut', '{{ link }} for {{ clientName | truncate: 30 }}', LONG],
    ['another branch', CONDITION, 'nobody'],
    ['a name between quotes and braces', `"{{ link }}" for {'{{ clientName }}'}`, 'Acme'],
  ])('is not reported if it does not differ: %s', async (_case, body, client) => {
    expect(await triedWith(body, client)).toEqual([{ isSuccess: true, answer: 'HTTP 200: Sent' }])
  })

  test('is not reported in another country', async () => {
    expect(await triedWith('{{ link }} for {{ clientName }}', LONG, { countryCode: '44' })).toMatchObject([
      { answer: 'HTTP 200: Sent' },
    ])
  })

  test.each(['', 'NA'])('is reported as unregistered with the id "%s"', async (registeredId) => {
    const reason = 'No text is registered for it (DLT template id), and operators in India may drop it'
    expect(await triedWith('{{ link }}', 'Acme', { registeredId })).toMatchObject([
      { answer: `${reason} · HTTP 200: Sent` },
    ])
    const { rows } = await server.db.execute(
      sql`select state, reason from messages where channel = 'sms' order by id desc limit 1`,
    )
    expect(rows).toEqual([{ state: 'sent', reason }])
  })
})
