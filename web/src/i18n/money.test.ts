import { expect, test } from 'vitest'
import { formatAmount, readAmount } from './money.ts'

test.each([
  ['25000', { text: '25000', paise: 2_500_000 }],
  ['25,000.5', { text: '25000.5', paise: 2_500_050 }],
  ['₹ 1,00,000.25', { text: '100000.25', paise: 10_000_025 }],
  ['0.29', { text: '0.29', paise: 29 }],
  ['.5', { text: '.5', paise: 50 }],
  ['12.', { text: '12.', paise: 1200 }],
  ['12.345', { text: '12.34', paise: 1234 }],
  ['12.3.4', { text: '12.34', paise: 1234 }],
  ['-5', { text: '5', paise: 500 }],
  ['', { text: '', paise: null }],
  ['.', { text: '.', paise: null }],
  ['abc', { text: '', paise: null }],
])('what is typed as "%s" is read in paise', (typed, read) => {
  expect(readAmount(typed)).toEqual(read)
})

test('an amount is grouped as in India, with its paise', () => {
  expect(formatAmount(12_345_678_950)).toBe('12,34,56,789.50')
})
