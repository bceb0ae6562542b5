import { previewTemplate } from '@gatehouse/contract/admin/templates/preview.ts'
import { sendTestTemplate } from '@gatehouse/contract/admin/templates/send-test.ts'
import { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { listTemplateVersions } from '@gatehouse/contract/admin/templates/versions.ts'
import sql from 'sql-template-tag'
import { beforeAll, describe, expect, test } from 'vitest'
import { anAdministrator, auditOf, someoneWith } from '../../../test/console.ts'
import { startTestServer, useTestServer, type Visitor } from '../../../test/server.ts'

const server = useTestServer({ config: { brand: 'Acme & Sons' } })
let admin: Visitor
let email: string
beforeAll(async () => {
  const made = await anAdministrator(server)
  admin = made.visitor
  email = made.person.email
})

let count = 0
const EVERYBODY = { Application: 'All', Client: 'All', Status: 'ACTIVE' }
const aTemplate = (changes: object = {}) => ({
  ...EVERYBODY,
  TemplateId: 'T-1',
  TemplateName: `welcome-${++count}`,
  Subject: 'Welcome to {{ brand }}',
  Template: '<p>Hello {{ firstName }}</p>',
  ...changes,
})
const anSms = (changes: object = {}) => {
  const { Subject: _, ...form } = aTemplate({ Template: 'Hello {{ firstName }}', ...changes })
  return form
}
const preview = async (input: object) => {
  const answer = await admin.call(previewTemplate, { channel: 'email', name: 'welcome', ...input })
  expect(answer.status).toBe(200)
  return answer.data
}

describe('a preview', () => {
  test('shows samples for the values of a person, and the real names of this portal', async () => {
    const body = '<p>Hello {{ firstName }} of <a href="{{ portal }}">{{ brand }}</a></p>'
    expect(await preview({ subject: 'For {{ firstName }}', body })).toEqual({
      problems: [],
      rendered: {
        subject: 'For Asha',
        html: '<p>Hello Asha of <a href="http://localhost:3000">Acme &amp; Sons</a></p>',
        text: 'Hello Asha of Acme & Sons (http://localhost:3000)',
      },
      sms: null,
    })
  })

  test('shows the place of a problem, and the text as it is written', async () => {
    const body = '<p>{{ frstName }}</p>'
    const { problems, rendered } = await preview({ body })
    const values = { name: 'frstName', nearest: 'firstName' }
    expect(problems).toEqual([{ field: 'Template', from: 6, to: 14, reason: 'variable_near', values }])
    expect(rendered?.text).toBe('{{ frstName }}')
  })

  test('leaves out HTML that is not allowed', async () => {
    const body =
      '<p onclick="x()" style="position:fixed">a<script>b</script></p><p style="color:red"><a href="javascript:c">d</a></p>'
    const { problems, rendered } = await preview({ body })
    expect(problems.map(({ values }) => values.what)).toEqual([
      'onclick="x()" on <p>',
      'position:fixed in the style of <p>',
      '<script>',
      'href="javascript:c" on <a>',
    ])
    expect(rendered?.html).toBe('<p>a</p><p style="color:red"><a>d</a></p>')
  })

  test('of an invalid template shows nothing', async () => {
    const { problems, rendered } = await preview({ body: '<p>{{ firstName</p>' })
    expect([problems[0]?.reason, rendered]).toEqual(['unreadable', null])
  })

  test('of an empty template reports no problem, because it is still to be written', async () => {
    expect(await preview({ name: '', subject: '', body: '' })).toMatchObject({ problems: [], rendered: { html: '' } })
  })

  test('of an SMS counts its parts and shows the text to register', async () => {
    const body = '{{ code }} is your code for {{ brand }}’s portal, {{ firstName }}.'
    const { rendered, sms } = await preview({ channel: 'sms', name: 'login-otp', body })
    expect(rendered?.text).toBe('482913 is your code for Acme & Sons’s portal, Asha.')
    expect(sms).toEqual({
      characters: 51,
      parts: 1,
      isUnicode: true,
      unicode: ['’'],
      registered: '{#var#} is your code for {#var#}’s portal, {#var#}.',
      tooLong: [],
    })
  })

  test('reports variables that are longer than a registered text allows, and marks addresses', async () => {
    const other = await startTestServer({ config: { brand: 'The Association of Indian Roadside Helpers' } })
    const { visitor } = await anAdministrator(other)
    const body = '{{ brand }}: go to {{ link }}'
    const { data } = await visitor.call(previewTemplate, { channel: 'sms', name: 'reset-password', body })
    await other.close()
    expect(data.sms).toMatchObject({ registered: '{#var#}: go to {#url#}', tooLong: ['brand'] })
  })

  test('reports an SMS that needs several registered texts', async () => {
    const body = '{{ code }}{% if clientName %} for {{ clientName }}{% endif %}'
    expect((await preview({ channel: 'sms', name: 'login-otp', body })).sms).toMatchObject({ registered: null })
  })

  test('needs the permission to see templates, and stores nothing', async () => {
    const input = { channel: 'email', name: 'x', subject: 'x', body: 'x' }
    const { visitor } = await someoneWith(server, ['messages:read'])
    expect(await visitor.call(previewTemplate, input)).toMatchObject({ status: 200 })
    const { visitor: other } = await someoneWith(server, ['users:write'])
    expect(await other.call(previewTemplate, input)).toMatchObject({ status: 403 })
    const { rows } = await server.db.execute(sql`select 1 from templates where name = 'x'`)
    expect(rows).toEqual([])
  })
})

describe('versions', () => {
  test('are stored at each save, and an old one is restored by an ordinary change', async () => {
    const first = aTemplate()
    const { data: row } = await admin.call(emailTemplates.create, first)
    const second = { ...first, Subject: 'Hello', Template: '<p>Good day</p>', _id: row._id, version: 1 }
    await admin.call(emailTemplates.update, second)
    const { data: versions } = await admin.call(listTemplateVersions, { id: row._id })
    const { Subject, Template, TemplateId } = first
    expect(versions).toMatchObject([
      { version: 2, by: 'Asha Rao', TemplateId, Subject: 'Hello', Template: '<p>Good day</p>' },
      { version: 1, by: 'Asha Rao', TemplateId, Subject, Template },
    ])
    await admin.call(emailTemplates.update, { ...second, ...versions[1], version: 2 })
    const { data: after } = await admin.call(listTemplateVersions, { id: row._id })
    expect(after.map(({ version, Template: text }) => [version, text])).toEqual([
      [3, Template],
      [2, '<p>Good day</p>'],
      [1, Template],
    ])
    expect((await auditOf(server, row._id)).at(-1)?.event).toBe('emailTemplates.updated')
  })

  test('of a template that came with the data begin with its original text', async () => {
    const { data: row } = await admin.call(emailTemplates.create, aTemplate())
    await server.db.execute(sql`delete from template_versions where template_id = ${row._id}`)
    const list = async () => (await admin.call(listTemplateVersions, { id: row._id })).data
    expect(await list()).toMatchObject([{ version: 1, Subject: row.Subject, Template: row.Template }])
    await admin.call(emailTemplates.update, { ...row, Subject: 'Changed' })
    expect((await list()).map(({ version, Subject }) => [version, Subject])).toEqual([
      [2, 'Changed'],
      [1, row.Subject],
    ])
  })

  test('are not stored for a refused change', async () => {
    const { data: row } = await admin.call(smsTemplates.create, anSms())
    const refused = await admin.call(smsTemplates.update, { ...row, Template: '{{ otp }}' })
    expect(refused.status).toBe(400)
    const { data } = await admin.call(listTemplateVersions, { id: row._id })
    expect(data.map(({ version }) => version)).toEqual([1])
  })

  test('are not found for an unknown template', async () => {
    const id = '018f0000-0000-7000-8000-000000000000'
    expect(await admin.call(listTemplateVersions, { id })).toMatchObject({ status: 404 })
  })
})

describe('a test', () => {
  const tryOut = (id: string, to = '') => admin.call(sendTestTemplate, { id, to })

  test('is sent to the caller through the chosen gateway, and recorded in the audit', async () => {
    const { data: row } = await admin.call(emailTemplates.create, aTemplate())
    const answer = await tryOut(row._id)
    const gateway = 'The portal’s own mail server'
    expect(answer.data).toMatchObject({ isSuccess: true, to: email, gateway, answer: 'kept in the inbox' })
    const [mail] = await server.inbox(email)
    expect(mail).toMatchObject({
      subject: '[Test] Welcome to Acme & Sons',
      text: 'Hello Asha',
      html: '<p>Hello Asha</p>',
    })
    const line = (await auditOf(server, row._id)).at(-1)
    expect(line).toMatchObject({ event: 'emailTemplates.tested', detail: { to: email, gateway, isSuccess: true } })
  })

  test('can be sent to another address, and of an inactive template', async () => {
    const { data: row } = await admin.call(emailTemplates.create, aTemplate({ Status: 'INACTIVE' }))
    expect(await tryOut(row._id, 'other@example.com')).toMatchObject({ status: 200 })
    expect(await server.inbox('other@example.com')).toHaveLength(1)
  })

  test('without a gateway is answered with the reason', async () => {
    const { data: row } = await admin.call(smsTemplates.create, anSms())
    const { data } = await tryOut(row._id, '9876543210')
    expect(data).toMatchObject({ isSuccess: false, gateway: '', answer: 'no gateway is configured for it' })
  })

  test('takes one address only', async () => {
    const { data: row } = await admin.call(emailTemplates.create, aTemplate())
    const { data: sms } = await admin.call(smsTemplates.create, anSms())
    for (const to of ['a@example.com,b@example.com', 'a@example.com\r\nBcc: b@example.com', 'x', '"a@b.com,c@d"@e.com'])
      expect(await tryOut(row._id, to)).toMatchObject({ status: 400, msg: 'Email must be a valid email address' })
    for (const to of ['98765', 'a@example.com', '+1 415 555 2671'])
      expect(await tryOut(sms._id, to)).toMatchObject({ status: 400, msg: 'Enter a number of ten digits' })
  })

  test('needs the permission to change templates, and an existing template', async () => {
    const { data: row } = await admin.call(emailTemplates.create, aTemplate())
    const { visitor } = await someoneWith(server, ['messages:read'])
    expect(await visitor.call(sendTestTemplate, { id: row._id })).toMatchObject({ status: 403 })
    await admin.call(emailTemplates.remove, { _id: row._id })
    expect(await tryOut(row._id)).toMatchObject({ status: 404 })
  })

  test('can be sent twenty times an hour', async () => {
    const { visitor } = await someoneWith(server, ['messages:read', 'messages:write'])
    const { data: row } = await admin.call(emailTemplates.create, aTemplate())
    const ask = async () => (await visitor.call(sendTestTemplate, { id: row._id, to: 'many@example.com' })).status
    const answers: number[] = []
    for (let time = 0; time < 21; time++) answers.push(await ask())
    expect(answers).toEqual([...Array(20).fill(200), 429])
    expect(await server.inbox('many@example.com')).toHaveLength(20)
  })
})
