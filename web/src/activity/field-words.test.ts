import { RESOURCES } from '@gatehouse/contract/admin/index.ts'
import { expect, test } from 'vitest'
import hindi from '../i18n/hi.json' with { type: 'json' }
import { valueInWords, wordsOf } from './field-words.ts'

test.each([
  ['ccMailId', 'CC'],
  ['postNo', 'Port'],
  ['isDeleted', 'Deleted'],
  ['firstName', 'First Name'],
  ['clientName', 'Client'],
  ['validUntil', 'Valid until'],
])('%s has the label %s wherever its changes are shown', (field, label) => {
  expect(wordsOf(field)).toBe(label)
})

test('no field has the name of a column as its label', () => {
  const shown = Object.values(RESOURCES).flatMap(({ fields }) => fields.map(wordsOf))
  expect(shown.filter((label) => /\b(?:Mail Id|Post No|Is [A-Z])/.test(label))).toEqual([])
  expect(Object.keys(hindi)).toEqual(expect.arrayContaining(['Port', 'CC', 'Deleted']))
})

test('the codes of languages and themes are shown in words, and other values as they are', () => {
  const inHindi = (text: string) => (hindi as Record<string, string>)[text] ?? text
  const shown = { language: 'hi', theme: 'dark', name: 'dark', parallel: 'one-of' }
  const words = Object.entries(shown).map(([field, value]) => valueInWords(field, value, inHindi, 'hi'))
  expect(words).toEqual(['हिन्दी', 'डार्क थीम', 'dark', 'कोई एक'])
})
