import { expect, test } from 'vitest'
import { smsLength } from './sms-length.ts'

test.each([
  ['nothing', '', { characters: 0, parts: 1, isUnicode: false }],
  ['a plain text that just fits', 'a'.repeat(160), { characters: 160, parts: 1, isUnicode: false }],
  ['one letter more', 'a'.repeat(161), { characters: 161, parts: 2, isUnicode: false }],
  ['two full parts', 'a'.repeat(306), { characters: 306, parts: 2, isUnicode: false }],
  ['letters of two places', '€[]', { characters: 6, parts: 1, isUnicode: false }],
  ['Hindi that just fits', 'क'.repeat(70), { characters: 70, parts: 1, isUnicode: true }],
  ['one letter of Hindi more', 'क'.repeat(71), { characters: 71, parts: 2, isUnicode: true }],
  ['an emoji, which takes two places', '🙂', { characters: 2, parts: 1, isUnicode: true }],
])('%s is measured as a network does', (_name, text, expected) => {
  expect(smsLength(text)).toEqual(expected)
})
