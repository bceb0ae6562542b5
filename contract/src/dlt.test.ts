import { describe, expect, test } from 'vitest'
import { dltGaps, matchesApproved } from './dlt.ts'

const OTP = '{#var#} is your sign-in code for {#var#}. It is valid for {#var#} minutes.'

describe('a text is the registered one', () => {
  test.each([
    ['with the values of its variables', '482913 is your sign-in code for EAI. It is valid for 5 minutes.', OTP],
    ['without variables', 'Hello', 'Hello'],
    ['with line breaks of either kind', 'Hello Asha\r\nYour code: 1\n', 'Hello {#var#}\nYour code: {#var#}'],
    ['with a variable of 30 letters', 'a'.repeat(30), '{#var#}'],
    ['with several variables for one long value', 'a'.repeat(60), '{#var#}{#var#}'],
    ['in Hindi', 'आशा, आपका कोड 482913 है', '{#var#}, आपका कोड {#var#} है'],
    ['where a value repeats words of the text', 'code code code', '{#var#} code {#var#}'],
    [
      'with tagged variables',
      'Code 482913 for Asha Rao: https://a.in/x',
      'Code {#numeric#} for {#alphanumeric#}: {#url#}',
    ],
    ['with tags without braces', 'Code 482913, call +91 98765', 'Code #number#, call #cbn#'],
    ['with tags in capitals', 'Code 482913', 'Code {#VAR#}'],
    ['with letters that regular expressions know', 'a.b (5)*', 'a.b ({#var#})*'],
  ])('%s', (_case, text, approved) => {
    expect(matchesApproved(text, approved)).toBe(true)
  })
})

describe('a text is another one', () => {
  test.each([
    ['with other words', '482913 is your code for EAI. It is valid for 5 minutes.', OTP],
    ['with something after it', 'Hello Asha!', 'Hello'],
    ['with something before it', 'Dear, Hello', 'Hello'],
    ['with a value of 31 letters', 'a'.repeat(31), '{#var#}'],
    ['with letters for a number', 'Code 48291a', 'Code {#numeric#}'],
    ['with a sign where letters and digits go', 'Hello Asha!', 'Hello {#alphanumeric#}'],
    ['with a space in an address', 'Mail a b@c.in now', 'Mail {#email#} now'],
    ['in other capitals', 'hello', 'Hello'],
    ['without a part', 'Hello', 'Hello {#var#}.'],
    ['that only regular expressions take for it', 'axb', 'a.b'],
    ['with an unknown kind of variable', 'Hello Asha', 'Hello {#name#}'],
  ])('%s', (_case, text, approved) => {
    expect(matchesApproved(text, approved)).toBe(false)
  })

  test('found in time, however many ways there are to match the variables', () => {
    expect(matchesApproved(`${'a'.repeat(900)}!`, `${'{#var#}a'.repeat(60)}`)).toBe(false)
  })
})

const COMPLETE = {
  countryCode: '+91',
  entityId: '1101000000000000001',
  entityIdAttribute: 'entityid',
  templateIdAttribute: 'templateid',
  senderId: 'ACMECL',
}

test.each([
  ['nothing where all is given', {}, []],
  ['an entity id of 19 digits', { entityId: 'E-1' }, ['entityId']],
  [
    'the names of both ids',
    { entityIdAttribute: '', templateIdAttribute: 'NA' },
    ['entityIdAttribute', 'templateIdAttribute'],
  ],
  ['a registered sender', { senderId: 'Acme Insurance Ltd' }, ['senderId']],
  ['nothing for other countries', { countryCode: '44', entityId: '' }, null],
])('a gateway for Indian numbers lacks %s', (_case, changes, gaps) => {
  expect(dltGaps({ ...COMPLETE, ...changes })).toEqual(gaps)
})
