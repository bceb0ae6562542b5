import { listMessages, readMessage, resendFailed, resendMessage } from '@gatehouse/contract/admin/messages/messages.ts'
import sql from 'sql-template-tag'
import { describe, expect, test } from 'vitest'
import { aPerson } from '../../../test/builders.ts'
import { auditOf, someoneWith } from '../../../test/console.ts'
import { CODE, usePostOffice } from '../../../test/messages.ts'

const { office, server, admin } = usePostOffice()

const list = async (query: object = {}) => (await admin.call(listMessages, query)).data
const idsOf = async (query: object) => (await list(query)).rows.map(({ _id }) => _id)
const again = (id: string) => admin.call(resendMessage, { id, resend: 'again' })
const sendCopy = (id: string) => admin.call(resendMessage, { id, resend: 'anew' })
const now = (id: string) => admin.call(resendMessage, { id, resend: 'now' })

describe('sending again', () => {
  test('retries a failed message as the same message', async () => {
    const { id, person } = await office.aFailedMessage()
    expect(await office.one(id)).toMatchObject({
      state: 'failed',
      resend: 'again',
      tries: [{ answer: '554 rejected' }],
    })
    expect(await again(id)).toMatchObject({ status: 200, msg: 'Queued for sending', data: { _id: id } })
    await office.isSent(id)
    expect(await server.inbox(person.email)).toHaveLength(1)
    expect(await office.one(id)).toMatchObject({ state: 'sent', attempts: 2, tries: [{ number: 1 }, { number: 2 }] })
    expect((await auditOf(server, person.id)).at(-1)).toMatchObject({
      event: 'messages.resent',
      detail: { name: 'Asha Rao', messageId: id, notice: 'password-changed', channel: 'email' },
    })
  })

  test('of a sent message creates a new one each time', async () => {
    const person = await aPerson(server)
    const id = await office.aMessage(person.id)
    await server.inbox('')
    const { data } = await sendCopy(id)
    expect(data._id).not.toBe(id)
    const mails = await server.inbox(person.email)
    expect(mails).toHaveLength(2)
    // To the present address, each has a link of its own, valid from when it was sent.
    const [copy, first] = mails.map(({ text }) => text.replace(/lockaccount\/\S+/, 'lockaccount/…'))
    expect(copy).toBe(first)
    expect(await office.one(data._id)).toMatchObject({
      state: 'sent',
      person: { _id: person.id },
      recipient: person.email,
    })
    await sendCopy(data._id)
    expect(await server.inbox(person.email)).toHaveLength(3)
  })

  test('of sent messages is refused after a hundred copies in a day', async () => {
    const { visitor } = await someoneWith(server, ['messages:read', 'messages:write'])
    const { id: userId } = await aPerson(server)
    const id = await office.aMessage(userId)
    await server.inbox('')
    const answers: number[] = []
    for (let time = 0; time < 101; time++)
      answers.push((await visitor.call(resendMessage, { id, resend: 'anew' })).status)
    expect(answers).toEqual([...Array(100).fill(200), 429])
  })

  test('is refused, with the reason, for codes and for messages whose text is deleted', async () => {
    const code = 'Codes are not sent twice. The person can request a new one.'
    const { id: failed } = await office.aFailedMessage('login-otp', CODE)
    expect(await office.one(failed)).toMatchObject({ resend: null, refusal: code })
    expect(await again(failed)).toMatchObject({ status: 409, msg: code })
    const { id: old } = await office.aFailedMessage()
    await server.db.execute(sql`delete from outbox where id = ${old}`)
    const gone = 'The text of this message is no longer stored.'
    expect(await again(old)).toMatchObject({ status: 409, msg: gone })
    expect((await list({ state: 'failed' })).total).toBe(2)
  })

  test('sends a waiting message at once, but not one that is being sent', async () => {
    office.mail.refuses = '451 later'
    const person = await aPerson(server)
    const id = await office.aMessage(person.id)
    await office.triedOnce(id)
    office.mail.refuses = null
    expect(await office.one(id)).toMatchObject({ state: 'waiting', resend: 'now' })
    await server.db.execute(sql`update outbox set attempts = attempts + 1, run_at = now() + interval '60 seconds'`)
    expect(await office.one(id)).toMatchObject({
      resend: null,
      refusal: 'It is being sent now.',
      nextTryAt: null,
    })
    expect(await now(id)).toMatchObject({ status: 409 })
    await server.db.execute(sql`update outbox set attempts = attempts - 1`)
    expect(await now(id)).toMatchObject({ status: 200 })
    await office.isSent(id)
    expect(await server.inbox(person.email)).toHaveLength(1)
  })

  test('resends several failed messages, or all that match a filter, and no others', async () => {
    const first = await office.aFailedMessage()
    const second = await office.aFailedMessage()
    const third = await office.aFailedMessage()
    const code = await office.aFailedMessage('login-otp', CODE)
    const sent = await office.aMessage(first.person.id)
    await server.inbox('')
    const some = await admin.call(resendFailed, { ids: [first.id, sent, code.id] })
    expect(some).toMatchObject({ status: 200, data: { resent: 1 } })
    await office.isSent(first.id)
    expect((await admin.call(resendFailed, { filter: { userId: second.person.id } })).data).toEqual({ resent: 1 })
    await office.isSent(second.id)
    expect(await idsOf({ state: 'failed' })).toEqual([code.id, third.id])
    expect((await admin.call(resendFailed, { filter: {} })).data).toEqual({ resent: 1 })
    await office.isSent(third.id)
    expect(await idsOf({ state: 'failed' })).toEqual([code.id])
    expect((await admin.call(resendFailed, { filter: {} })).data).toEqual({ resent: 0 })
    for (const { person } of [first, second, third])
      expect((await server.inbox(person.email)).length).toBe(person === first.person ? 2 : 1)
    const { rows } = await server.db.execute<{ detail: object }>(sql`
      select detail from audit_events where event = 'messages.resent' order by number desc limit 3`)
    expect(rows.map(({ detail }) => detail)).toEqual([
      { messages: 1, filter: {} },
      { messages: 1, filter: { userId: second.person.id } },
      { messages: 1 },
    ])
    for (const input of [{}, { ids: [], filter: {} }, { ids: [first.id], filter: {} }, { ids: ['x'] }])
      expect(await admin.call(resendFailed, input)).toMatchObject({ status: 400 })
  })

  test('twice at the same time happens once', async () => {
    const { id, person } = await office.aFailedMessage()
    const answers = await Promise.all([1, 2, 3].map(() => again(id)))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409])
    await office.isSent(id)
    expect(await server.inbox(person.email)).toHaveLength(1)
  })

  test('needs the permission to change messages', async () => {
    const { id } = await office.aFailedMessage()
    const { visitor: reader } = await someoneWith(server, ['messages:read'])
    expect(await reader.call(readMessage, { id })).toMatchObject({ status: 200 })
    expect(await reader.call(resendMessage, { id, resend: 'again' })).toMatchObject({ status: 403 })
    expect(await reader.call(resendFailed, { filter: {} })).toMatchObject({ status: 403 })
    expect(await office.one(id)).toMatchObject({ state: 'failed' })
  })
})
