import { listMessages, messagesOverview, readMessage } from '@gatehouse/contract/admin/messages/messages.ts'
import { login } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aClient, anAddress, anApplication, aPerson, PASSWORD } from '../../../test/builders.ts'
import { CODE, usePostOffice } from '../../../test/messages.ts'
import { notify } from '../../notifications/notify.ts'

const { office, server, admin } = usePostOffice()

const list = async (query: object = {}) => (await admin.call(listMessages, query)).data
const idsOf = async (query: object) => (await list(query)).rows.map(({ _id }) => _id)

describe('the list', () => {
  test('shows the recipient, notice, application and state of each message', async () => {
    const person = await aPerson(server, { firstName: 'Leela' })
    const application = await anApplication(server, { name: 'Roadside' })
    const client = await aClient(server, { actualName: 'Acme' })
    const scope = { applicationId: application.id, clientId: client.id }
    const id = await office.aMessage(person.id, 'password-changed', { scope })
    const waiting = (await list()).rows[0]
    expect(waiting).toMatchObject({ _id: id, state: 'waiting', attempts: 0, gateway: '', resend: 'now' })
    await server.inbox(person.email)
    expect(await list()).toEqual({
      total: 1,
      isEstimate: false,
      rows: [
        {
          _id: id,
          createdAt: expect.stringMatching(/^20.*Z$/),
          channel: 'email',
          notice: 'password-changed',
          language: 'en',
          person: { _id: person.id, name: 'Leela Rao' },
          recipient: person.email,
          application: { _id: application.id, name: 'Roadside' },
          client: { _id: client.id, name: 'Acme' },
          state: 'sent',
          attempts: 1,
          gateway: 'The portal’s own mail server',
          reason: '',
          resend: 'anew',
        },
      ],
    })
  })

  test('is filtered by state, channel, message, application, person, gateway, time and a part of an address or reason', async () => {
    const { id: failed, person: first } = await office.aFailedMessage()
    const second = await aPerson(server, { email: 'Nisha_1@example.com' })
    const application = await anApplication(server)
    const scope = { applicationId: application.id, clientId: null }
    const sent = await office.aMessage(second.id, 'login-otp', { ...CODE, scope })
    await server.inbox('')
    const found: [object, string[]][] = [
      [{}, [sent, failed]],
      [{ page: 1, pageSize: 1 }, [failed]],
      [{ state: 'failed' }, [failed]],
      [{ state: 'waiting' }, []],
      [{ channel: 'email' }, [sent, failed]],
      [{ channel: 'sms' }, []],
      [{ notice: 'login-otp' }, [sent]],
      [{ applicationId: application.id }, [sent]],
      [{ userId: first.id }, [failed]],
      [{ userId: first.id, state: 'sent' }, []],
      [{ search: 'nisha_1' }, [sent]],
      [{ search: 'ISHA_' }, [sent]],
      [{ search: '554 rej' }, [failed]],
      [{ search: 'NI' }, [sent]],
      [{ search: 'is' }, []],
      [{ gateway: 'The portal’s own mail server' }, [sent, failed]],
      [{ gateway: 'another' }, []],
      [{ from: new Date(Date.now() - 3_600_000).toISOString() }, [sent, failed]],
      [{ from: new Date(Date.now() + 3_600_000).toISOString() }, []],
      [{ to: new Date(Date.now() - 3_600_000).toISOString() }, []],
      [{ search: 'ni%a' }, []],
    ]
    for (const [query, ids] of found) expect([query, await idsOf(query)]).toEqual([query, ids])
    for (const query of [
      { state: 'lost' },
      { from: 'x' },
      { notice: 'x' },
      { userId: 'me' },
      { page: -1 },
      { pageSize: 1000 },
    ])
      expect(await admin.call(listMessages, query)).toMatchObject({ status: 400 })
  })

  test('excludes decoys', async () => {
    await server.db.transaction((tx) => notify(server, tx, 'account-locked', null, { values: { ip: '192.0.2.1' } }))
    await server.db.execute(sql`update outbox set run_at = now() + interval '1 hour'`)
    const { rows } = await server.db.execute<{ id: string }>(sql`select id from messages`)
    expect(rows).toHaveLength(1)
    expect((await list()).rows).toEqual([])
    expect(await admin.call(readMessage, { id: rows[0]?.id })).toMatchObject({ status: 404 })
    expect((await admin.call(messagesOverview)).data).toMatchObject({ waiting: 0, oldestWaitingAt: null })
  })
})

describe('one message', () => {
  test('shows its text without the code, and each attempt with the answer (T084)', async () => {
    const person = await aPerson(server)
    await server.visitor({ ip: anAddress() }).call(login, { email: person.email, password: PASSWORD })
    const code = await server.codeFor(person.email)
    const [{ _id: id = '' } = {}] = (await list()).rows
    const message = await office.one(id)
    expect(message).toMatchObject({
      state: 'sent',
      template: 'Built-in text',
      subject: expect.stringContaining('sign-in code'),
      tries: [{ number: 1, gateway: 'The portal’s own mail server', isSuccess: true, answer: 'kept in the inbox' }],
      nextTryAt: null,
      resend: null,
    })
    expect(message.body).toContain('••••••')
    expect(JSON.stringify(message)).not.toContain(code)
  })

  test('that waits shows the time of its next attempt and its expiry', async () => {
    office.mail.refuses = '451 later'
    const id = await office.aMessage((await aPerson(server)).id, 'login-otp', CODE)
    await office.triedOnce(id)
    const { nextTryAt, usefulUntil, tries } = await office.one(id)
    expect(tries).toMatchObject([{ isSuccess: false, answer: '451 later' }])
    expect(new Date(nextTryAt ?? '') > new Date(tries[0]?.at ?? '')).toBe(true)
    expect(new Date(usefulUntil ?? '') > new Date(nextTryAt ?? '')).toBe(true)
  })
})

test('the overview counts waiting messages and recent failures', async () => {
  const { id } = await office.aFailedMessage()
  await office.aFailedMessage()
  await server.db.execute(sql`update messages set settled_at = now() - interval '25 hours' where id = ${id}`)
  office.mail.refuses = '451 later'
  await office.triedOnce(await office.aMessage((await aPerson(server)).id))
  const { data } = await admin.call(messagesOverview)
  expect(data).toMatchObject({ waiting: 1, failed: 1, oldestWaitingAt: expect.stringMatching(/^20.*Z$/) })
})
