import { describe, expect, test } from 'vitest'
import { SMS_OPTIONS, type SmsOptions } from '../db/sms-options.ts'
import { isAccepted, type SmsSettings, smsRequest } from './sms-request.ts'

const ATTRIBUTES = {
  ...{ userName: 'user', password: 'pass', senderId: 'from', countryCode: 'cc', apiCode: 'api' },
  ...{ message: 'text', mobileNo: 'to' },
}
type Changes = Omit<Partial<SmsSettings>, 'attributes' | 'options'> & {
  attributes?: Partial<SmsSettings['attributes']>
  options?: Partial<SmsOptions>
}
const aGateway = ({ attributes, options, ...changes }: Changes = {}): SmsSettings => ({
  url: 'https://gateway.example.com/send',
  ...{ userName: 'acme', password: 'Sms-Secret-95', token: '', apiCode: '', senderId: 'ACMECL' },
  ...{ countryCode: '+91', entityId: '1101000000000000001' },
  ...changes,
  attributes: { ...ATTRIBUTES, ...attributes },
  options: { ...SMS_OPTIONS, ...options },
})
const SMS = { to: '9876543210', text: 'Code 482913', registeredId: '1107000000000000001' }
const requestOf = (changes: Changes = {}, sms: Partial<typeof SMS> = {}) =>
  smsRequest(aGateway(changes), { ...SMS, ...sms }, 'id-1')
const fieldsOf = (changes: Changes = {}, sms: Partial<typeof SMS> = {}) =>
  Object.fromEntries(new URLSearchParams(requestOf(changes, sms).body ?? ''))

describe('the request to an SMS gateway', () => {
  test('is a form by default', () => {
    const { body, ...request } = requestOf()
    expect(request).toEqual({
      method: 'POST',
      url: 'https://gateway.example.com/send',
      headers: {
        'user-agent': 'Gatehouse',
        'idempotency-key': 'id-1',
        'content-type': 'application/x-www-form-urlencoded',
      },
    })
    expect(body).toBe(
      'user=acme&pass=Sms-Secret-95&from=ACMECL&cc=%2B91&to=9876543210&text=Code%20482913&entityid=1101000000000000001&templateid=1107000000000000001',
    )
  })

  test.each(['GET', 'POST'] as const)('by %s adds its fields to the query of the address', (method) => {
    const { url, body, headers } = requestOf({
      url: 'https://gateway.example.com/send?route=4&x=a%20b#part',
      options: { method, encoding: 'query' },
    })
    expect(url).toMatch(/^https:\/\/gateway\.example\.com\/send\?route=4&x=a%20b&user=acme&/)
    expect(url).not.toContain('#')
    expect(new URL(url).searchParams.get('text')).toBe('Code 482913')
    expect({ body, type: headers['content-type'] }).toEqual({ body: null, type: undefined })
  })

  test('by GET never has a body, whatever else is configured', () => {
    expect(requestOf({ options: { method: 'GET', encoding: 'json' } }).body).toBeNull()
  })

  test('is JSON with nested fields', () => {
    const { body, headers } = requestOf({
      attributes: {
        ...{ userName: 'auth.user', password: 'auth.pass', senderId: 'messages.0.from', mobileNo: 'messages.0.to.0' },
        ...{ message: 'messages.0.text', countryCode: 'NA' },
      },
      options: {
        ...{ encoding: 'json', entityIdAttribute: '', templateIdAttribute: 'dlt.template' },
        constants: [{ attribute: 'messages.0.flash', value: '0' }],
      },
    })
    expect(headers['content-type']).toBe('application/json')
    expect(JSON.parse(body ?? '')).toEqual({
      auth: { user: 'acme', pass: 'Sms-Secret-95' },
      messages: [{ from: 'ACMECL', to: ['9876543210'], text: 'Code 482913', flash: '0' }],
      dlt: { template: '1107000000000000001' },
    })
  })

  test('is not affected by names of the prototype', () => {
    const { body } = requestOf({
      attributes: { userName: '__proto__.polluted', password: 'constructor' },
      options: { encoding: 'json' },
    })
    expect(body).toContain('"__proto__":{"polluted":"acme"}')
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('omits fields without a name or value', () => {
    const changes = { apiCode: '', password: '', attributes: { countryCode: '', senderId: 'NA' } }
    expect(Object.keys(fieldsOf(changes, { registeredId: '' }))).toEqual(['user', 'to', 'text', 'entityid'])
  })

  test.each([
    ['national', '9876543210'],
    ['international', '919876543210'],
    ['plus', '+919876543210'],
  ] as const)('contains the number in the configured format: %s', (numberFormat, to) => {
    expect(fieldsOf({ options: { numberFormat } })).toMatchObject({ to })
  })

  test('marks a text beyond the plain alphabet, and no other', () => {
    const options = { unicode: { attribute: 'unicode', value: '1' } }
    expect(fieldsOf({ options }, { text: 'कोड 482913' })).toMatchObject({ unicode: '1', text: 'कोड 482913' })
    expect(fieldsOf({ options }, { text: 'Code € 5' }).unicode).toBeUndefined()
  })

  test.each(['form', 'json', 'query'] as const)(
    'contains the kind of text once, even if a constant sets it too: %s',
    (encoding) => {
      const options = {
        encoding,
        unicode: { attribute: 'sms.DCS', value: '8' },
        constants: [
          { attribute: 'sms.DCS', value: '0' },
          { attribute: 'sms.flash', value: '0' },
        ],
      }
      const sentOf = (text: string) => {
        const { url, body } = requestOf({ options }, { text })
        if (encoding === 'json') return JSON.parse(body ?? '').sms
        const sent = new URLSearchParams(body ?? new URL(url).search)
        return { DCS: sent.getAll('sms.DCS').join(), flash: sent.get('sms.flash') }
      }
      expect(sentOf('कोड 482913')).toEqual({ DCS: '8', flash: '0' })
      expect(sentOf('Code 482913')).toEqual({ DCS: '0', flash: '0' })
    },
  )

  test('keeps a constant if nothing is configured for texts beyond the plain alphabet', () => {
    const options = { unicode: { attribute: 'DCS', value: '' }, constants: [{ attribute: 'DCS', value: '0' }] }
    expect(fieldsOf({ options }, { text: 'कोड' })).toMatchObject({ DCS: '0' })
  })

  test.each([
    ['Authorization', 'abc', 'Bearer abc'],
    ['authorization', 'Basic YTpi', 'Basic YTpi'],
    ['X-Api-Key', 'abc', 'abc'],
  ])('carries its token in %s', (tokenHeader, token, value) => {
    expect(requestOf({ token, options: { tokenHeader } }).headers[tokenHeader]).toBe(value)
  })

  test('carries no token if no header is configured', () => {
    expect(Object.keys(requestOf({ token: 'abc', options: { tokenHeader: '' } }).headers)).toHaveLength(3)
  })
})

const HOSTILE = [
  'Hello&to=9999999999',
  'Hello#',
  'a=b&c=d;e',
  '%26to%3D9999999999',
  'Hello\r\nHost: evil.example',
  '"}],"to":"9999999999',
  '\\u0022',
  '?to=9999999999',
  'नमस्ते & ©',
  '\u0000',
  '+1 100%',
]

describe('a text cannot add a field to the request', () => {
  test.each(HOSTILE)('%j', (text) => {
    const plain = requestOf({ options: { method: 'GET' } })
    const { url } = requestOf({ options: { method: 'GET' } }, { text })
    expect([...new URL(url).searchParams.keys()]).toEqual([...new URL(plain.url).searchParams.keys()])
    expect(new URL(url).searchParams.get('text')).toBe(text)
    expect(new URL(url).pathname).toBe('/send')
    expect(fieldsOf({}, { text })).toEqual({ ...fieldsOf(), text })
    expect(JSON.parse(requestOf({ options: { encoding: 'json' } }, { text }).body ?? '')).toMatchObject({
      text,
      to: SMS.to,
    })
  })

  test('not even with half a surrogate pair', () => {
    expect(requestOf({}, { text: 'a\ud800' }).body).toContain('text=a%EF%BF%BD')
  })
})

describe('the answer of an SMS gateway means success', () => {
  test.each<[string, SmsOptions['success'], number, string, boolean]>([
    ['by its status', { rule: 'status' }, 202, '', true],
    ['by its status alone', { rule: 'status' }, 200, '{"error":"no credit"}', true],
    ['not by another status', { rule: 'status' }, 302, '', false],
    ['by what it contains', { rule: 'text', text: 'Sent' }, 200, 'OK: Sent 1', true],
    ['not without it', { rule: 'text', text: 'Sent' }, 200, 'Failed', false],
    ['not by what an error contains', { rule: 'text', text: 'Sent' }, 500, 'not Sent', false],
    ['by a value of its JSON', { rule: 'json', path: 'status', value: 'ok' }, 200, '{"status":"ok"}', true],
    ['by a number', { rule: 'json', path: 'messages.0.code', value: '0' }, 200, '{"messages":[{"code":0}]}', true],
    ['by yes or no', { rule: 'json', path: 'ok', value: 'true' }, 201, '{"ok":true}', true],
    ['not by another value', { rule: 'json', path: 'status', value: 'ok' }, 200, '{"status":"error"}', false],
    ['but not if the path is missing', { rule: 'json', path: 'a.b.c', value: 'ok' }, 200, '{"a":null}', false],
    ['not by what every object has', { rule: 'json', path: 'constructor.name', value: 'Object' }, 200, '{}', false],
    ['not without JSON', { rule: 'json', path: 'status', value: 'ok' }, 200, '<html>', false],
  ])('%s', (_case, success, status, text, expected) => {
    expect(isAccepted(success, { status, text })).toBe(expected)
  })
})
