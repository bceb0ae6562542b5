import { readMessage } from '@gatehouse/contract/admin/messages/messages.ts'
import sql from 'sql-template-tag'
import { beforeAll, beforeEach, expect } from 'vitest'
import { inboxChannel } from '../src/notifications/channels/inbox.ts'
import { notify } from '../src/notifications/notify.ts'
import { aPerson } from './builders.ts'
import { anAdministrator } from './console.ts'
import { startTestServer, type TestServer, useServer, type Visitor } from './server.ts'
import { truncate } from './truncate.ts'

/** The messages to a person, oldest first, without sign-in codes. */
export async function noticesTo(server: TestServer, userId: string) {
  const { rows } = await server.db.execute<{ notice: string; language: string; recipient: string }>(sql`
    select notice, language, recipient from messages where user_id = ${userId} and notice <> 'login-otp' order by id`)
  return rows
}

/** Which messages a person got. */
export const noticesOf = async (server: TestServer, { id }: { id: string }) =>
  (await noticesTo(server, id)).map(({ notice }) => notice)

type Facts = Parameters<typeof notify>[4]
type Notice = 'password-changed' | 'login-otp'

/** The values of a message with a sign-in code. */
export const CODE: Facts = { minutes: 5, values: { code: '482913' } }

/** A server whose mail server may refuse, an administrator, and helpers to follow messages. */
async function startPostOffice() {
  /** The mail server's refusal; `null` when it accepts. */
  const mail = { refuses: null as string | null }
  const server = await startTestServer({
    deliver: (db) => (message, id) =>
      mail.refuses === null ? inboxChannel(db)(message, id) : Promise.reject(new Error(mail.refuses)),
  })
  const { visitor: admin } = await anAdministrator(server)

  const clear = async () => {
    mail.refuses = null
    await server.db.execute(sql`delete from outbox where run_at > now()`)
    await server.inbox('')
    await truncate(server.db, sql`messages, outbox, delivery_attempts, outbox_lanes, inbox`)
  }
  /** Writes a message after so many failed rounds; returns its id. */
  const aMessage = async (userId: string, notice: Notice = 'password-changed', facts?: Facts, rounds = 0) => {
    await server.db.transaction(async (tx) => {
      await notify(server, tx, notice, userId, facts)
      // Delivery begins with the commit.
      tx.atCommit(sql`update outbox set rounds = ${rounds} where id = (select max(id::text)::uuid from messages)`)
    })
    const { rows } = await server.db.execute<{ id: string }>(sql`select id from messages order by id desc limit 1`)
    return rows[0]?.id ?? ''
  }
  /** Writes a message and lets its last attempt fail. */
  const aFailedMessage = async (notice?: Notice, facts?: Facts) => {
    mail.refuses = '554 rejected'
    const person = await aPerson(server)
    const id = await aMessage(person.id, notice, facts, 6)
    await server.inbox('')
    mail.refuses = null
    return { id, person }
  }
  const one = async (id: string) => (await admin.call(readMessage, { id })).data
  /** Waits until the message is sent: a further attempt does not delay the answer. */
  const isSent = (id: string) => expect.poll(async () => (await one(id)).state).toBe('sent')
  const triedOnce = async (id: string) => {
    server.outbox.wake()
    await expect.poll(async () => (await one(id)).tries.length).toBe(1)
  }
  return { server, admin, mail, clear, aMessage, aFailedMessage, one, isSent, triedOnce }
}

/** One such server for all tests of a file; its messages are removed before each of them. */
export function usePostOffice() {
  const office = {} as Awaited<ReturnType<typeof startPostOffice>>
  const server = useServer(async () => {
    Object.assign(office, await startPostOffice())
    return office.server
  })
  const admin = {} as Visitor
  beforeAll(() => {
    Object.assign(admin, office.admin)
  })
  beforeEach(() => office.clear())
  return { office, server, admin }
}
