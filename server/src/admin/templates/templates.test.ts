import { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { NOTICE_NAMES, secretsOf } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anApplication } from '../../../test/builders.ts'
import { behavesAsResource } from '../../../test/conformance.ts'
import type { Sent } from '../../../test/conformance-calls.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { truncate } from '../../../test/truncate.ts'
import { XSS_CORPUS } from '../../../test/xss-corpus.ts'

const server = useTestServer()
const admin = useAdministrator(server)

const NOBODY = '018f0000-0000-7000-8000-000000000000'
let count = 0

/** As the specified call sends it (requirement A18). */
const anSmsTemplate = (changes: Sent = {}): Sent => ({
  Application: 'All',
  TemplateId: `11071600000${++count}`,
  TemplateName: `welcome-${count}`,
  Client: 'All',
  Template: 'Hello {{ firstName }},\nwelcome.',
  Status: count % 2 === 0 ? 'ACTIVE' : 'INACTIVE',
  ...changes,
})
const anEmailTemplate = (changes: Sent = {}): Sent => ({
  ...anSmsTemplate(),
  Template: '<p>Hello {{ firstName }}</p>',
  Subject: 'Welcome to {{ brand }}',
  ...changes,
})
const create = (changes: Sent = {}, by = admin) => by.call(emailTemplates.create, anEmailTemplate(changes))

const ALWAYS = '{{ code }} must be shown under all conditions'
const REQUIRED: [Sent, string][] = [
  [{ Application: '' }, 'Application is required'],
  [{ Application: NOBODY }, 'There is no such application'],
  [{ Client: undefined }, 'Client Name is required'],
  [{ Client: NOBODY }, 'There is no such client'],
  [{ TemplateId: '' }, 'Template Id is required'],
  [{ TemplateName: ' ' }, 'Name is required'],
  [{ Template: ' \n' }, 'Template is required'],
  [{ Template: 'x'.repeat(50_001) }, 'Too Long!'],
  [{ Template: 'bell \x07' }, 'Control characters are not allowed.'],
  [{ Template: 'Hello {{ firstName' }, 'The template is not valid: output "{{ firstName" not closed, line:1, col:7'],
  [{ Template: 'Hello {% if x %}' }, 'The template is not valid: tag {% if x %} not closed, line:1, col:7'],
  [{ Template: '{{ frstName | upcase }}' }, 'There is no variable frstName in this message. Did you mean firstName?'],
  [{ Template: '{% for a in b %}{% endfor %}' }, 'Only the tags if, unless, case and comment can be used, not for'],
  [{ TemplateName: 'login-otp' }, 'This template needs {{ code }}'],
  [{ TemplateName: 'LOGIN-OTP', Template: 'code' }, 'This template needs {{ code }}'],
  [{ TemplateName: 'verify-email' }, 'This template needs {{ code }}'],
  [{ TemplateName: 'reset-password' }, 'This template needs {{ link }}'],
  [{ TemplateName: 'login-otp', Template: '{% if brand %}{{ code }}{% endif %}' }, ALWAYS],
  [{ Language: 'fr' }, 'Language is required'],
  [{ Status: 'SENT' }, 'Status is required'],
]
const values = {
  application: ({ ApplicationName }: { ApplicationName: { description: string } }) => ApplicationName.description,
  client: ({ ClientName }: { ClientName: string }) => ClientName,
  name: ({ TemplateName }: { TemplateName: string }) => TemplateName,
  status: ({ Status }: { Status: string }) => Status,
}
const scoped = async () => ({ Application: (await anApplication(server)).id, Client: (await aClient(server)).id })

behavesAsResource(() => server, {
  resource: smsTemplates,
  table: 'templates',
  form: async () => anSmsTemplate(await scoped()),
  change: { Template: 'Goodbye {{ firstName }} < 5', Status: 'INACTIVE' },
  shown: (form) => form,
  changed: { Template: 'Goodbye {{ firstName }} < 5', Status: 'INACTIVE' },
  values,
  duplicate: async (form) => ({ ...form, TemplateName: String(form.TemplateName).toUpperCase() }),
  refused: REQUIRED,
})

behavesAsResource(() => server, {
  resource: emailTemplates,
  table: 'templates',
  form: async () => anEmailTemplate(await scoped()),
  change: { Subject: 'Goodbye', Status: 'INACTIVE' },
  shown: (form) => form,
  changed: { Subject: 'Goodbye', Status: 'INACTIVE' },
  values,
  duplicate: async (form) => ({ ...form, TemplateId: 'another' }),
  refused: [
    ...REQUIRED,
    [{ Subject: '' }, 'Subject is required'],
    [{ Subject: 'Hello\r\nBcc: x@example.com' }, 'Control characters are not allowed.'],
    [
      { TemplateName: 'login-otp', Subject: 'Your code is {{ code }}', Template: '<p>{{ code }}</p>' },
      'Subjects appear on locked screens, so they cannot contain codes or links.',
    ],
    [
      { TemplateName: 'login-otp', Template: '<p>x</p><!-- {{ code }} -->' },
      '{{ code }} is in a place that is not displayed',
    ],
    [{ Template: '<p onclick="x()">x</p>' }, 'Not allowed in a message: onclick="x()" on <p>'],
    [{ Template: '<style>p{position:fixed}</style>' }, 'Not allowed in a message: position:fixed in a style sheet'],
    [{ Template: '<a href="javascript:x">x</a>' }, 'Not allowed in a message: href="javascript:x" on <a>'],
    [{ Template: '<p style="position:fixed">x</p>' }, 'Not allowed in a message: position:fixed in the style of <p>'],
    [{ Template: 'a < b' }, 'This is not valid HTML: < b (write "<" in the text as &lt;)'],
  ],
})

/** Elements and styles that real mail uses. */
const MAIL = [
  `<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">
<html xmlns="http://www.w3.org/1999/xhtml"><head><title>{{ brand }} &amp; you</title></head>
<body bgcolor="#F6F7F9" style="margin:0;padding:0;-webkit-text-size-adjust:100%">
<!--[if mso]><table width="600"><tr><td><![endif]-->
<table role="presentation" border=0 cellpadding="0" cellspacing='0' width="100%" bgcolor="#ffffff" align="center">
  <tr><td align="left" valign="top" style="padding: 24px 32px; font-family: &quot;Segoe UI&quot;, Arial, sans-serif; mso-line-height-rule: exactly">
    <TABLE WIDTH="600"><TR><TD STYLE="Color: rgb(20, 24, 31) !important; border-collapse: collapse">
      <img src="https://cdn.example.com/logo.png?a=1&b=2" alt="" width="120" height="40" border="0"/><br>
      <img src="cid:logo"><p>Hello {{firstName}}, 5 &lt; 6 &copy; नमस्ते 🙂</p>
      <a href="{{ portal }}" target="_blank" rel="noopener">Open</a> <a href="https://x.example/?c={{ clientName }}">x</a>
      <a href="mailto:help@example.com">Help</a><hr noshade>
    </TD></TR></TABLE>
  </td></tr>
</table>
<!--[if !mso]><!--><p>Not Outlook</p><!--<![endif]-->
</body></html>
`,
  '<p>Your name is <strong>{{ firstName }}</strong></p><ul><li><p>One</p></li></ul><ol start="3"><li>Two</li></ol>',
  'Plain text with "quotes", a > b, and an & that stands alone',
  '  <p>Blanks around</p>\r\n\t',
]

describe('the HTML of a mail template', () => {
  test.each(MAIL)('is returned byte for byte: %#', async (Template) => {
    const made = await create({ Template })
    expect(made).toMatchObject({ status: 200, data: { Template } })
    const { rows } = await server.db.execute<{ body: string }>(
      sql`select body from templates where id = ${made.data._id}`,
    )
    expect(rows[0]?.body).toBe(Template)
  })

  test('with any of 150 and more ways to inject a script is refused', async () => {
    expect(new Set(XSS_CORPUS).size).toBeGreaterThanOrEqual(150)
    const { rows: before } = await server.db.execute(sql`select count(*) from templates`)
    const accepted: string[] = []
    for (const Template of XSS_CORPUS) {
      // Alone, and between harmless text.
      for (const written of [Template, `<p>Hello</p><table><tr><td>${Template}</td></tr></table>`])
        if ((await create({ Template: written })).status !== 400) accepted.push(written)
    }
    expect(accepted).toEqual([])
    expect((await server.db.execute(sql`select count(*) from templates`)).rows).toEqual(before)
  })
})

describe('what is refused in a template', () => {
  test('is listed whole, with the field and line of each', async () => {
    const Template = '<p>Hello</p>\n<script>x</script>\n<p onclick="x()">y</p>\n\n<iframe src="https://x.example">'
    const made = await create({ Template, Subject: 'Hello {{ nobody }}' })
    expect(made.data).toEqual({
      fields: { Subject: expect.stringContaining('nobody'), Template: 'Not allowed in a message: <script>' },
      problems: [
        { field: 'Subject', line: 1, problem: expect.stringContaining('nobody') },
        { field: 'Template', line: 2, problem: 'Not allowed in a message: <script>' },
        { field: 'Template', line: 3, problem: 'Not allowed in a message: onclick="x()" on <p>' },
        { field: 'Template', line: 5, problem: 'Not allowed in a message: <iframe>' },
      ],
    })
  })

  test('is listed up to a hundred, as finding the line of each takes long in a text of thousands', async () => {
    const { data } = await admin.call(smsTemplates.create, anSmsTemplate({ Template: '{{ a }}\n'.repeat(5000) }))
    expect(data).toMatchObject({ fields: { Template: 'There is no variable a in this message' } })
    expect((data as unknown as { problems: { line: number }[] }).problems.map(({ line }) => line)).toEqual(
      Array.from({ length: 100 }, (_, at) => at + 1),
    )
  })

  test('is listed for a text message, too', async () => {
    const sms = anSmsTemplate({ Template: 'Hello {{ one }}\n{{ two }}' })
    const { data } = await admin.call(smsTemplates.create, sms)
    expect(data).toMatchObject({
      problems: [
        { field: 'Template', line: 1 },
        { field: 'Template', line: 2 },
      ],
    })
  })
})

describe('a template', () => {
  test('of one channel is not found in the other', async () => {
    const { data: row } = await create()
    const sms = { ...anSmsTemplate(), _id: row._id }
    for (const call of [smsTemplates.update, smsTemplates.remove])
      expect(await admin.call(call as typeof smsTemplates.update, sms)).toMatchObject({ status: 404 })
    await admin.call(emailTemplates.remove, { _id: row._id, TemplateId: row.TemplateId })
    expect(await admin.call(smsTemplates.restore, { id: row._id })).toMatchObject({ status: 404 })
    expect(await admin.call(emailTemplates.restore, { id: row._id })).toMatchObject({ status: 200 })
  })

  test('may have the name of one of another application or channel', async () => {
    const TemplateName = 'login-otp'
    const Template = 'Code {{ code }}'
    const forms = [{}, { Application: (await anApplication(server)).id }, { Client: (await aClient(server)).id }]
    for (const scope of forms) expect(await create({ ...scope, TemplateName, Template })).toMatchObject({ status: 200 })
    const sms = anSmsTemplate({ TemplateName, Template })
    expect(await admin.call(smsTemplates.create, sms)).toMatchObject({ status: 200 })
    for (const scope of forms) expect(await create({ ...scope, TemplateName, Template })).toMatchObject({ status: 409 })
  })

  test('has a language, with one template for each; a change without a language keeps it', async () => {
    const form = anEmailTemplate()
    const made = await create(form)
    expect(made.data).toMatchObject({ Language: 'All' })
    const { data: hindi } = await create({ ...form, Language: 'hi' })
    expect(await create({ ...form, Language: 'hi' })).toMatchObject({ status: 409 })
    const { data: changed } = await admin.call(emailTemplates.update, { ...form, _id: hindi._id, Subject: 'नमस्ते' })
    expect(changed).toMatchObject({ Language: 'hi', Subject: 'नमस्ते' })
    expect(await admin.call(emailTemplates.update, { ...form, _id: hindi._id, Language: 'All' })).toMatchObject({
      status: 409,
    })
  })

  test('sent ten times at the same time is stored once', async () => {
    const form = anEmailTemplate()
    const answers = await Promise.all(Array.from({ length: 10 }, () => admin.call(emailTemplates.create, form)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(9).fill(409)])
  })

  test('is not restored while its application is deleted', async () => {
    const { Application } = await scoped()
    const { data: row } = await create({ Application })
    await admin.call(emailTemplates.remove, { _id: row._id })
    await server.db.execute(sql`update applications set deleted_at = now() where id = ${Application}`)
    expect(await admin.call(emailTemplates.restore, { id: row._id })).toMatchObject({
      status: 409,
      msg: 'First restore the record that this belongs to.',
    })
  })
})

test('whoever may only write messages changes none that warns of what somebody else did, or has a code or link', async () => {
  const { visitor } = await someoneWith(server, ['messages:read', 'messages:write'])
  // Each name is free for all.
  await truncate(server.db, sql`templates cascade`)
  const secrets = NOTICE_NAMES.filter((name) => secretsOf(name).length > 0)
  expect(secrets).toEqual(expect.arrayContaining(['login-otp', 'new-device', 'password-changed']))
  for (const name of NOTICE_NAMES) {
    const shown = secretsOf(name).map((one) => (one === 'code' ? '{{ code }}' : `<a href="{{ ${one} }}">open</a>`))
    const Template = `<p>Hello</p>${shown.join('')}`
    const { status } = await create({ TemplateName: name, Template }, visitor)
    expect([name, status]).toEqual([name, secrets.includes(name) ? 403 : 200])
  }
})
