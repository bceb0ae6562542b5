import { expect, test } from 'vitest'
import { formatAmount, formatRupees } from './format.ts'
import { readAmount, readWholeNumber } from './money.ts'

test.each([
  ['25000', 25_000],
  ['25,000.5', 25_000.5],
  ['₹ 1,00,000.25', 100_000.25],
  ['100,000', 100_000],
  ['0.29', 0.29],
  ['.5', 0.5],
  ['12.', 12],
  ['5 lakh', 500_000],
  ['₹ 2.5 Crore', 25_000_000],
  ['10K', 10_000],
  ['1,00,000/-', 100_000],
  ['५०,०००.५', 50_000.5],
  ['५ lakh', 500_000],
  ['५ लाख', 500_000],
  ['2.5 करोड़', 25_000_000],
  ['₹ २.५ करोड\u093c', 25_000_000],
  ['10 हज़ार रुपये', 10_000],
  ['', null],
  ['  ', null],
])('the input "%s" is read in rupees', (typed, read) => {
  expect(readAmount(typed)).toBe(read)
})

test.each([
  '12.345',
  '12.3.4',
  '-5',
  '.',
  'abc',
  '5 lak',
  '$5',
  '1.23456789 lakh',
  '1,5',
  '12,34',
  '1e3',
  '1234567890123',
])('"%s" is not an amount and stays as typed', (typed) => {
  expect(readAmount(typed)).toBe(typed)
})

test.each([
  ['15', 15],
  ['0', 0],
  ['1,000', 1000],
  [' 7 ', 7],
  ['१२', 12],
  ['', null],
  ['1.5', '1.5'],
  ['-1', '-1'],
  ['5 lakh', '5 lakh'],
  ['1e3', '1e3'],
  ['0221234567', '0221234567'],
  ['1234567890123456', '1234567890123456'],
])('the input "%s" is read as a whole number, or stays as typed', (typed, read) => {
  expect(readWholeNumber(typed)).toBe(read)
})

test('an amount is grouped as in India, with its paise where there are some, in a field as in a text', () => {
  const amounts = [0, 100_000, 123_456_789.5]
  expect(amounts.map(formatAmount)).toEqual(['0', '1,00,000', '12,34,56,789.50'])
  expect(amounts.map(formatRupees)).toEqual(['₹0', '₹1,00,000', '₹12,34,56,789.50'])
})
