import { expect, test } from 'vitest'
import { soughtText } from './sought-text.ts'

test.each([
  ['Zo\u200be\u0308', 'Zo\u00eb'],
  ['\ufeff Zoe\u00ad\u0308\u200b ', 'Zo\u00eb'],
  ['\u0915\u200d\u094d', '\u0915\u200d\u094d'],
])('%j is sought as composed letters without what is not seen, and with the joiners of Hindi', (typed, sought) => {
  expect(soughtText(typed)).toBe(sought)
  expect(soughtText(sought)).toBe(sought)
})
