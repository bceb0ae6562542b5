import { expect, test } from 'vitest'
import { requiredText } from './fields.ts'

const reason = requiredText('Reason is required')

test.each(['', '  ', '\u200b', '\u202e\u2069', '\u00a0\n', '\u0000'])('a required text can be seen: %j', (text) => {
  expect(reason.safeParse(text).error?.issues[0]?.message).toBe('Reason is required')
})

test.each(['a', 'नाम', '𝒜', '✓', '\u200bx'])('anything that can be seen will do: %j', (text) => {
  expect(reason.parse(text)).toBe(text)
})
