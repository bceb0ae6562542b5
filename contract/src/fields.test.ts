import { expect, test } from 'vitest'
import { ownName, requiredText } from './fields.ts'

const reason = requiredText('Reason is required')

test.each(['', '  ', '\u200b', '\u202e\u2069', '\u00a0\n', '\u0000'])('a required text can be seen: %j', (text) => {
  expect(reason.safeParse(text).error?.issues[0]?.message).toBe('Reason is required')
})

test.each(['a', 'नाम', '𝒜', '✓', '\u200bx'])('anything that can be seen will do: %j', (text) => {
  expect(reason.parse(text)).toBe(text)
})

test.each(['क्\u200dषिति', 'ശ്രീനന്\u200d', 'M.Kumar', 'J.R.R. Tolkien'])(
  'people may give themselves the name %j',
  (name) => {
    expect(ownName('Name').parse(name)).toBe(name)
  },
)

test.each(['Me\u200dera', 'evil.example', 'evilक्\u200d.example', 'evil\u200d.example'])(
  'people may not give themselves the name %j',
  (name) => expect(ownName('Name').safeParse(name).success).toBe(false),
)
