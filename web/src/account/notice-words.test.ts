import { expect, test } from 'vitest'
import { noticesInWords } from './notice-words.ts'

test('messages put off are named as in the preferences, each in the language of the person', () => {
  const t = (text: string) => `hi: ${text}`
  expect(noticesInWords('Application assigned, Of another release', t)).toBe(
    'hi: You get an application, also when you have asked for it; hi: Of another release',
  )
})
