import { filled, IMPORT_MESSAGES } from '@gatehouse/contract/admin/jobs/import-messages.ts'
import { createInstance } from 'i18next'
import { expect, test } from 'vitest'
import hindi from '../../i18n/hi.json' with { type: 'json' }
import { failureWords } from './failure-words.ts'
import { FORMER_REASONS } from './former-reasons.ts'

const i18n = createInstance()
await i18n.init({
  lng: 'hi',
  resources: { hi: { translation: hindi } },
  keySeparator: false,
  nsSeparator: false,
  interpolation: { escapeValue: false },
})

test('a reason with columns is translated, and keeps the names of the columns', () => {
  expect(failureWords('email: Email is required; phoneNumber: Too Short!', i18n.t)).toBe(
    `email: ${hindi['Email is required']}; phoneNumber: ${hindi['Too Short!']}`,
  )
})

test.each(Object.entries(FORMER_REASONS))('the former reason "%s" is shown as "%s" in Hindi', (former, present) => {
  expect(hindi).toHaveProperty([present])
  expect(failureWords(former, i18n.t)).toBe(hindi[present as keyof typeof hindi])
  expect(failureWords(`email: ${former}`, i18n.t)).toBe(`email: ${hindi[present as keyof typeof hindi]}`)
})

test.each(Object.values(IMPORT_MESSAGES))('"%s" is shown in Hindi with its values', (message) => {
  const values = { line: 12, most: 50, column: 8, columns: 'email, status', expected: 5 }
  const text = filled(message, values)
  expect(failureWords(text, i18n.t)).toBe(i18n.t(message, values))
  expect(failureWords(text, i18n.t)).not.toBe(text)
})
