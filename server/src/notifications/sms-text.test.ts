import { listUnregisteredTexts } from '@gatehouse/contract/admin/messages/routing.ts'
import { previewTemplate } from '@gatehouse/contract/admin/templates/preview.ts'
import { smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { NOTICE_NAMES } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import { beforeAll, beforeEach, expect, test } from 'vitest'
import { aPerson } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'
import { storeSmsGateway, useSmsGateway } from '../../test/sms-gateway.ts'
import { newId } from '../crypto/ids.ts'
import { notify } from './notify.ts'
import { samplesOf } from './values.ts'

const server = useTestServer({ config: { outboundAllow: ['localhost'] } })
const admin = useAdministrator(server)
const gateway = useSmsGateway()
beforeAll(async () => {
  await storeSmsGateway(server, gateway.url)
})
beforeEach(async () => {
  await server.db.execute(sql`delete from templates`)
  gateway.calls.length = 0
})

const FORM = { Application: 'All', Client: 'All', TemplateId: '1107160000000000001', Status: 'ACTIVE' }
const HTML =
  '<p>Dear&nbsp;{{ firstName }},</p><p><strong>{{ code }}</strong> is your code{% if clientName == "<b>" %}!{% endif %}.</p>'
const TEXT = 'Dear {{ firstName }},\n\n{{ code }} is your code{% if clientName == "<b>" %}!{% endif %}.'

async function sentTo(personId: string) {
  await server.db.transaction((tx) =>
    notify(server, tx, 'login-otp', personId, { minutes: 5, values: { code: '482913' } }),
  )
  await server.inbox('')
  return gateway.calls.map(({ body }) => new URLSearchParams(body).get('text'))
}

test('HTML from the editor of the old console is stored, shown and sent as text', async () => {
  const form = { ...FORM, TemplateName: 'login-otp', Template: HTML }
  const created = await admin.call(smsTemplates.create, form)
  expect(created).toMatchObject({ status: 200, data: { Template: TEXT } })
  const updated = await admin.call(smsTemplates.update, { ...form, _id: created.data._id })
  expect(updated.data.Template).toBe(TEXT)
  const preview = await admin.call(previewTemplate, { channel: 'sms', name: 'login-otp', body: HTML })
  expect(preview.data.rendered?.text).toBe('Dear Asha,\n\n482913 is your code.')
  expect(preview.data.sms?.isUnicode).toBe(false)
  expect(await sentTo((await aPerson(server)).id)).toEqual(['Dear Asha,\n\n482913 is your code.'])
})

test('an old template stored as HTML is sent as text too', async () => {
  await server.db.execute(sql`
    insert into templates (id, channel, template_id, name, body) values (${newId()}, 'sms', 'T', 'login-otp', ${HTML})`)
  expect(await sentTo((await aPerson(server)).id)).toEqual(['Dear Asha,\n\n482913 is your code.'])
})

test('a comparison sign is not a tag', async () => {
  const Template = '{{ code }} < 5 minutes, {{ brand }} > all'
  const { data } = await admin.call(smsTemplates.create, { ...FORM, TemplateName: 'login-otp', Template })
  expect(data.Template).toBe(Template)
})

test('the console warns of exactly the messages that are sent without a registered text', async () => {
  await server.db.execute(sql`
    insert into templates (id, channel, template_id, name, body, language) values
      (${newId()}, 'sms', '1107160000000000001', 'password-changed', 'Changed', 'All'),
      (${newId()}, 'sms', 'NA', 'role-changed', 'Now {{ role }}', 'All'),
      (${newId()}, 'sms', '1107160000000000002', 'login-otp', '{{ code }}', 'hi')`)
  const { data } = await admin.call(listUnregisteredTexts, {})
  const { id } = await aPerson(server)
  for (const notice of NOTICE_NAMES)
    for (const language of ['en', 'hi']) {
      await server.db.execute(sql`update users set language = ${language} where id = ${id}`)
      await server.db.transaction((tx) =>
        notify(server, tx, notice, id, {
          minutes: 5,
          values: samplesOf(notice),
          ...(notice === 'verify-phone' && { to: '9876543210' }),
        }),
      )
    }
  await server.inbox('')
  const { rows } = await server.db.execute<{ notice: string; language: string }>(sql`
    select notice, language from messages
    where user_id = ${id} and channel = 'sms' and reason like 'No text is registered%' order by id`)
  expect(rows.length).toBeGreaterThan(0)
  expect(data.map(({ notice, language }) => ({ notice, language }))).toEqual(rows)
})
