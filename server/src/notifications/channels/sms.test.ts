import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, test } from 'vitest'
import { type Called, useSmsGateway } from '../../../test/sms-gateway.ts'
import { SMS_OPTIONS, type SmsOptions } from '../../db/sms-options.ts'
import type { SmsGateway } from '../gateways.ts'
import { smsSender } from './sms.ts'

const gateway = useSmsGateway()
afterEach(() => {
  gateway.calls.length = 0
})

const send = smsSender({ outboundAllow: ['localhost'], outboundCa: null })
const SMS = { to: '9876543210', text: 'Code 482913 & more', registeredId: '1107' }

const configured = (options: Partial<SmsOptions> = {}): SmsGateway => ({
  ...{ channel: 'sms', id: 'one', lane: 'sms:one', name: 'Quick SMS', version: 1, pausedSeconds: 0, isReadable: true },
  ...{ url: gateway.url, userName: 'acme', senderId: 'ACMECL', countryCode: '91', entityId: '1101' },
  attributes: {
    ...{ userName: 'user', password: 'pass', senderId: 'from', countryCode: 'cc', apiCode: 'api' },
    ...{ message: 'text', mobileNo: 'to' },
  },
  options: { ...SMS_OPTIONS, ...options },
  ...{ token: 'Sms Token/93', password: 'Sms&Secret 95', apiCode: 'Sms-Api-94' },
})

const EXPECTED = {
  ...{ user: 'acme', pass: 'Sms&Secret 95', from: 'ACMECL', cc: '91', api: 'Sms-Api-94' },
  ...{ to: '9876543210', text: 'Code 482913 & more', entityid: '1101', templateid: '1107' },
}

describe('the request to an SMS gateway', () => {
  test.each<[string, Partial<SmsOptions>, (called: Called) => object]>([
    ['by GET', { method: 'GET', encoding: 'query' }, ({ url }) => Object.fromEntries(url.searchParams)],
    ['by POST with a query', { encoding: 'query' }, ({ url }) => Object.fromEntries(url.searchParams)],
    ['as a form', { encoding: 'form' }, ({ body }) => Object.fromEntries(new URLSearchParams(body))],
    ['as JSON', { encoding: 'json' }, ({ body }) => JSON.parse(body)],
  ])('%s', async (_case, options, read) => {
    expect(await send(configured(options), SMS, 'id-1')).toBe('HTTP 200: Sent')
    const [called] = gateway.calls as [Called]
    expect(gateway.calls).toHaveLength(1)
    expect(called.method).toBe(options.method ?? 'POST')
    expect(read(called)).toEqual(EXPECTED)
    expect(called.headers).toMatchObject({ authorization: 'Sms Token/93', 'idempotency-key': 'id-1' })
  })
})

test('an answer with a byte order mark is read like any other', async () => {
  gateway.answer((response) => void response.end('\uFEFF{"status":"ok"}'))
  const options = { success: { rule: 'json' as const, path: 'status', value: 'ok' } }
  expect(await send(configured(options), SMS, 'id-1')).toBe('HTTP 200: {"status":"ok"}')
})

const answer = (status: number, text: string) => (response: ServerResponse) => void response.writeHead(status).end(text)

test.each([
  ['120', 120],
  [new Date(Date.now() + 7_200_000).toUTCString(), 3600],
])('a gateway that asks for a pause until %s is left alone that long', async (retryAfter, seconds) => {
  gateway.answer((response) => void response.writeHead(429, { 'retry-after': retryAfter }).end('slow down'))
  await expect(send(configured(), SMS, 'id-1')).rejects.toMatchObject({ seconds, message: 'HTTP 429: slow down' })
})

describe('an answer that is not a success fails with its text', () => {
  test.each<[string, (response: ServerResponse) => void, Partial<SmsOptions>, string | RegExp]>([
    ['too many requests', answer(429, 'slow down'), {}, 'HTTP 429: slow down'],
    ['an internal error', answer(500, ''), {}, /^HTTP 500$/],
    [
      'an error under 200',
      answer(200, 'ERR: no credit'),
      { success: { rule: 'text', text: 'Sent' } },
      'HTTP 200: ERR: no credit',
    ],
    [
      'an error in JSON',
      answer(200, '{"status":"error"}'),
      { success: { rule: 'json', path: 'status', value: 'ok' } },
      'HTTP 200: {"status":"error"}',
    ],
    [
      'a redirect',
      (response) => void response.writeHead(302, { location: 'http://localhost:1/' }).end(),
      {},
      'HTTP 302',
    ],
    ['a broken connection', (response) => response.destroy(), {}, /socket hang up/],
  ])('%s', async (_case, how, options, reason) => {
    gateway.answer(how)
    await expect(send(configured(options), SMS, 'id-1')).rejects.toThrow(reason)
    expect(gateway.calls).toHaveLength(1)
  })

  test('when it never comes', async () => {
    gateway.answer(() => undefined)
    await expect(send(configured(), SMS, 'id-1')).rejects.toThrow('no answer within 5 seconds')
  })

  test('when it never ends', async () => {
    gateway.answer((response) => {
      const more = () => {
        while (!response.destroyed && response.write('no credit '.repeat(1000)));
        response.once('drain', more)
      }
      more()
    })
    const options = { success: { rule: 'text' as const, text: 'Sent' } }
    const error = (await send(configured(options), SMS, 'id-1').catch((reason: unknown) => reason)) as Error
    expect(error.message).toMatch(/^HTTP 200: no credit no/)
    expect(error.message.length).toBeLessThanOrEqual(2000)
  })
})

test('secrets that a gateway repeats in its answer are redacted in every spelling', async () => {
  gateway.answer((response, { url, headers, body }) => {
    const repeated = [url.href, body, decodeURIComponent(body), JSON.stringify(headers), body.replaceAll('%20', '+')]
    response
      .writeHead(403)
      .end([...repeated, Buffer.from('Sms&Secret 95').toString('base64'), 'Sms&amp;Secret 95'].join('\n'))
  })
  for (const options of [
    { method: 'GET' },
    { encoding: 'form' },
    { encoding: 'json' },
  ] satisfies Partial<SmsOptions>[]) {
    const error = (await send(configured(options), SMS, 'id-1').catch((reason: unknown) => reason)) as Error
    expect(error.message).toContain('HTTP 403: ')
    expect(error.message).toContain('••••••')
    expect(error.message).not.toMatch(/Secret|Sms.{0,3}Token|Sms-Api|U21zJlNlY3JldCA5NQ/)
    expect(error).not.toHaveProperty('cause')
  }
})

test('an answer with control characters and line breaks is shown as one line of text', async () => {
  gateway.answer((response) => void response.end(Buffer.from('a\0b\r\n\u001b[31mred\u0007 \ud83d\ude42')))
  expect(await send(configured(), SMS, 'id-1')).toBe('HTTP 200: ab [31mred 🙂')
})
