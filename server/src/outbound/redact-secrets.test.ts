import { describe, expect, test } from 'vitest'
import { BLANK, redactSecrets } from './redact-secrets.ts'

const SECRET = `k3y/Zm+9(v)!'~*" &<ü>\\b`
const LINK = 'https://portal.example.com/resetpassword/018f0000-0000-4000-8000-000000000001'

const lower = (text: string) => text.replace(/%[0-9A-F]{2}/g, (one) => one.toLowerCase())
const allBut = (kept: RegExp, spell: (unit: number) => string) => (secret: string) =>
  Array.from({ length: secret.length }, (_, at) =>
    kept.test(secret.charAt(at)) ? secret.charAt(at) : spell(secret.charCodeAt(at)),
  ).join('')
const hex = (unit: number, digits: number) => unit.toString(16).padStart(digits, '0')
const inJson = (secret: string) => JSON.stringify(secret).slice(1, -1)
const inPhpUrl = (secret: string) => new URLSearchParams({ _: secret }).toString().slice(2)

const SPELLINGS: [string, (secret: string) => string][] = [
  ['itself', (secret) => secret],
  ['an address', encodeURIComponent],
  ['an address in small letters', (secret) => lower(encodeURIComponent(secret))],
  ['a form', inPhpUrl],
  ['a form in small letters', (secret) => lower(inPhpUrl(secret))],
  ['an address within an address', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['JSON', inJson],
  ['JSON of PHP', (secret) => inJson(secret).replaceAll('/', '\\/').replaceAll('ü', '\\u00fc')],
  ['JSON of .NET', allBut(/[\w/(): .~*!-]/, (unit) => `\\u${hex(unit, 4).toUpperCase()}`)],
  ['JSON within JSON', (secret) => inJson(inJson(secret))],
  ['JSON with every letter escaped', allBut(/(?!)/, (unit) => `\\u${hex(unit, 4)}`)],
  ['JavaScript', allBut(/\w/, (unit) => `\\x${hex(unit, 2)}`)],
  [
    'HTML with names',
    allBut(/[^&<>"']/, (unit) => ({ 38: '&amp;', 60: '&lt;', 62: '&gt;', 34: '&quot;' })[unit] ?? '&#39;'),
  ],
  ['HTML with numbers', allBut(/\w/, (unit) => `&#${unit};`)],
  ['HTML with hexadecimal numbers', allBut(/\w/, (unit) => `&#x${hex(unit, 2).toUpperCase()};`)],
  ['base64', (secret) => Buffer.from(secret).toString('base64')],
]

describe('a secret is redacted in every spelling', () => {
  test.each(SPELLINGS)('in %s', (_spelling, spell) => {
    expect(redactSecrets(`{"sent":"${spell(SECRET)}"} twice: ${spell(SECRET)}.`, [SECRET])).toBe(
      `{"sent":"${BLANK}"} twice: ${BLANK}.`,
    )
    expect(redactSecrets(`कोड 🙂 ${spell(LINK)} न`, [LINK])).toBe(`कोड 🙂 ${BLANK} न`)
  })
})

test('the last part of a link is redacted separately, too', () => {
  const [, part] = /([^/]+)$/.exec(LINK) as RegExpExecArray
  expect(redactSecrets(`no such thing: ${part}`, [LINK])).toBe(`no such thing: ${BLANK}`)
  expect(redactSecrets(`no such thing: ${encodeURIComponent(part as string).replaceAll('-', '%2d')}`, [LINK])).toBe(
    `no such thing: ${BLANK}`,
  )
})

test.each([
  [
    'a code beside what looks like a spelling',
    'otp %482913% &482913; \\u482913',
    ['482913'],
    `otp %${BLANK}% &${BLANK}; \\u${BLANK}`,
  ],
  ['two secrets, one of which begins like the other', 'abc abcd', ['abc', 'abcd'], `${BLANK} ${BLANK}`],
  ['secrets that overlap', 'abcd', ['abc', 'bcd'], BLANK],
  ['letters in two halves', '\\ud83d\\ude42\\u00e9 &#128578;&#xE9;', ['🙂é'], `${BLANK} ${BLANK}`],
  ['a secret that is spelt like something else', 'p%40ss and p%2540ss', ['p%40ss'], `${BLANK} and ${BLANK}`],
  ['no secret at all', ' a%20b\n\\u0063 ', [''], 'a%20b \\u0063'],
  ['a word that a link ends with', 'sign in at apps', ['https://portal.example.com/apps'], 'sign in at apps'],
])('%s', (_case, answer, secrets, redacted) => {
  expect(redactSecrets(answer, secrets)).toBe(redacted)
})

test.each(['\\', '%25', '%', '&#x0', '&amp;', '\\u005c', '+', 'é', '\\ud83d\\ude42'])(
  'an answer full of %s is redacted in reasonable time',
  (unit) => {
    expect(redactSecrets(unit.repeat(65_536 / unit.length), [SECRET, LINK])).toHaveLength(2000)
  },
)

test.each(['', 'a', 'mailer', 'someone@example.com'])(
  'a password is redacted in the base64 of a sign-in of "%s"',
  (user) => {
    for (const signIn of [`\0${user}\0${SECRET}`, `${user}:${SECRET}`, `${user}${SECRET}more`])
      for (const kind of ['base64', 'base64url'] as const) {
        const answer = `535 not accepted: AUTH PLAIN ${Buffer.from(signIn).toString(kind)} (gw1)`
        expect(redactSecrets(answer, [SECRET])).toBe(`535 not accepted: AUTH PLAIN ${BLANK} (gw1)`)
      }
  },
)

test('an answer turns no text around it, and hidden characters join no secret again', () => {
  expect(redactSecrets('ok \u202Efdp.exe\u200B k3\u200By', ['k3y'])).toBe('ok fdp.exe k3 y')
})
