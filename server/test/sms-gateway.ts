import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { newId } from '../src/crypto/ids.ts'
import { SMS_OPTIONS } from '../src/db/sms-options.ts'
import { type TestServer, useServer } from './server.ts'

export type Called = { method: string; url: URL; headers: IncomingHttpHeaders; body: string }

/** An SMS gateway on this machine with configurable answers, which records its requests. */
export async function anSmsGateway() {
  const calls: Called[] = []
  let answerWith = (response: ServerResponse, _called: Called): void => void response.end('Sent')
  const server = createServer(async (request, response) => {
    const { method = '', url = '', headers } = request
    const called = { method, url: new URL(url, 'http://localhost'), headers, body: await text(request) }
    calls.push(called)
    answerWith(response, called)
  })
  await new Promise<void>((resolve) => {
    server.listen(0, 'localhost', resolve)
  })
  return {
    calls,
    url: `http://localhost:${(server.address() as AddressInfo).port}/send`,
    answer: (how: typeof answerWith) => {
      answerWith = how
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

/** One such gateway for all tests of a file. */
export const useSmsGateway = () => useServer(anSmsGateway)

/** Sends every SMS through it, with the fields `text` and `to` only. */
export async function storeSmsGateway({ db }: Pick<TestServer, 'db'>, url: string, countryCode = '91'): Promise<void> {
  const unsent = { userName: '', password: '', senderId: '', countryCode: '', apiCode: '' }
  const attributes = { message: 'text', mobileNo: 'to', ...unsent }
  await db.execute(sql`
    insert into sms_configurations (id, provider_name, url, gateway_id, gateway_name, user_name, sender_id, country_code,
      attributes, default_no, entity_id, options)
    values (${newId()}, 'SMS', ${url}, '', '', '', '', ${countryCode}, ${JSON.stringify(attributes)}::jsonb, '', '',
      ${JSON.stringify(SMS_OPTIONS)}::jsonb)`)
}
