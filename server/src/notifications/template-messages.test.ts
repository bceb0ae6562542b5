import { emailTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { anAddress, aPerson, PASSWORD } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'

const server = useTestServer()
const admin = useAdministrator(server)

/** Saves a template for the code of a sign-in; `put` inserts it past the rules, like an old one. */
async function write(template: { Subject?: string; Template: string }, put = false) {
  await server.db.execute(sql`delete from templates`)
  const sound = { Subject: 'For {{ firstName }}', Template: '<p>{{ code }}</p>' }
  const form = { Application: 'All', Client: 'All', TemplateName: 'login-otp', TemplateId: 'V', Status: 'ACTIVE' }
  const { data } = await admin.call(emailTemplates.create, { ...form, ...sound, ...(put ? {} : template) })
  if (put) await server.db.execute(sql`update templates set body = ${template.Template} where id = ${data._id}`)
}

/** Administrators may store any name. */
async function messageFor(firstName: string, lastName = 'Rao') {
  const person = await aPerson(server, { firstName, lastName })
  const answer = await server.visitor({ ip: anAddress() }).call(login, { email: person.email, password: PASSWORD })
  expect(answer.status).toBe(200)
  const [message] = await server.inbox(person.email)
  if (message === undefined) throw new Error('no message')
  const { rows } = await server.db.execute<{ template: string; body: string; answer: string }>(sql`
    select m.template, m.body, a.answer from messages m join delivery_attempts a on a.outbox_id = m.id
    where m.recipient = ${person.email}`)
  return { ...message, ...rows[0] }
}

test('a name with a variable or HTML is text in every part of a message', async () => {
  await write({
    Template: '<p title="{{ lastName }}">Hello {{ firstName }} {{ lastName }}: {{ code }}</p>',
    Subject: 'Hello {{ firstName }}',
  })
  const { subject, text, html, template } = await messageFor('{{otp}} {{ code }}', '"><img onerror=1>')
  const code = /: (\d{6})/.exec(text)?.[1]
  expect(template).toBe('All, All')
  expect(subject).toBe('Hello {{otp}} {{ code }}')
  expect(text).toBe(`Hello {{otp}} {{ code }} "><img onerror=1>: ${code}`)
  const shown = '&#34;&gt;&lt;img onerror=1&gt;'
  expect(html).toBe(`<p title="${shown}">Hello {{otp}} {{ code }} ${shown}: ${code}</p>`)
})

test('a value in an address is escaped as one part of it', async () => {
  await write({ Template: '<a href="https://x.example/?n={{ firstName }}&amp;k=1">{{ code }}</a>' })
  const { html } = await messageFor('a&k=2#"/..')
  expect(html).toMatch(/href="https:\/\/x\.example\/\?n=a%26k%3D2%23%22%2F\.\.&amp;k=1"/)
})

test.each([
  ['without the blanks around it', '{{- firstName -}}'],
  ['with a filter', '{{ firstName | strip }}'],
])('a value in an address of an old template is escaped too: %s', async (_what, variable) => {
  await write({ Template: `<a href="https://x.example/?n=${variable}&amp;k=1">{{ code }}</a>` }, true)
  const { html, template } = await messageFor('a&to=evil')
  expect(template).toBe('All, All')
  expect(html).toContain('href="https://x.example/?n=a%26to%3Devil&amp;k=1"')
})

test('conditions depend on the values: an empty one is false', async () => {
  await write({
    Template: '<p>{{ code }}</p>{% if clientName %}<p>For {{ clientName }}</p>{% else %}<p>For you</p>{% endif %}',
  })
  expect((await messageFor('Asha')).text).toMatch(/^\d{6}\n\nFor you$/)
})

test.each([
  [
    'that would make an address of a value',
    '<a href="{{ firstName }}">{{ code }}</a>',
    'href="javascript:alert(1)" on <a>',
  ],
  ['with an unknown variable', '<p>{{ code }} {{ otp }}</p>', 'undefined variable: otp'],
  ['that cannot be read', '<p>{{ code }} {% if %}</p>', 'invalid value expression'],
  ['that runs something', '<p>{{ code }}</p><script>alert(1)</script>', 'Not allowed in a message: <script>'],
])(
  'a template %s is not used: the built-in text is sent, and the attempt gives the reason',
  async (_what, Template, why) => {
    await write({ Template }, true)
    const { subject, html, template, answer, body } = await messageFor('javascript:alert(1)')
    expect(subject).toBe('Your sign-in code for EAI')
    expect(html).toContain('Hello javascript:alert(1),')
    expect(html).not.toMatch(/<script|href="javascript/)
    expect(template).toBe('Built-in text')
    expect(answer).toContain('The template could not be used: ')
    expect(answer).toContain(why)
    expect(answer).toContain('kept in the inbox')
    expect(body).toContain('••••••')
  },
)
