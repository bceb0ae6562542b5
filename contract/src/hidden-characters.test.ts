import { expect, test } from 'vitest'
import { hasHiddenCharacters, onOneLine, VISIBLE } from './hidden-characters.ts'

test.each(['\u0000', '\n', '\u2028', '\u200b', '\u200e', '\u200f', '\u202e', '\u2060', '\u2067', '\ufeff'])(
  '%j is hidden, is no text, and is a blank on one line',
  (hidden) => {
    expect(hasHiddenCharacters(`a${hidden}b`)).toBe(true)
    expect(VISIBLE.test(hidden)).toBe(false)
    expect(onOneLine(`a ${hidden}${hidden} b`)).toBe('a b')
  },
)

test('the joiners of Hindi stay', () => {
  const hindi = 'क्\u200dष और र\u200cय'
  expect(hasHiddenCharacters(hindi)).toBe(false)
  expect(onOneLine(hindi)).toBe(hindi)
})
