import { expect, test } from 'vitest'
import { smsLength } from './sms-length.ts'

const plain = (characters: number, parts: number) => ({ characters, parts, isUnicode: false, unicode: [] })
const unicode = (characters: number, parts: number, ...letters: string[]) => {
  return { characters, parts, isUnicode: true, unicode: letters }
}

test.each([
  ['nothing', '', plain(0, 1)],
  ['a plain text that just fits', 'a'.repeat(160), plain(160, 1)],
  ['one letter more', 'a'.repeat(161), plain(161, 2)],
  ['two full parts', 'a'.repeat(306), plain(306, 2)],
  ['letters of two places', '€[]', plain(6, 1)],
  ['a letter of two places that would be cut', `${'a'.repeat(152)}€${'a'.repeat(152)}`, plain(306, 3)],
  ['Hindi that just fits', 'क'.repeat(70), unicode(70, 1, 'क')],
  ['one letter of Hindi more', 'क'.repeat(71), unicode(71, 2, 'क')],
  ['an emoji, which takes two places', 'a🙂🙂', unicode(5, 1, '🙂')],
  ['an emoji that would be cut', `${'क'.repeat(66)}🙂${'क'.repeat(66)}`, unicode(134, 3, 'क', '🙂')],
  ['quotes of a word processor', 'It’s “fine”', unicode(11, 1, '’', '“', '”')],
])('%s is measured as a network does', (_name, text, expected) => {
  expect(smsLength(text)).toEqual(expected)
})
