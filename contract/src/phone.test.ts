import { expect, test } from 'vitest'
import { officeNumber } from './admin/clients/office-number.ts'
import { phoneNumber } from './fields.ts'
import { identifierField } from './identifier.ts'
import { normalisePhone, phoneDigits, phonePart } from './phone.ts'

const TEN = '9876543210'
const WAYS = [
  '9876543210',
  ' 98765 43210 ',
  '98765-43210',
  '(98765) 43210',
  '98765.43210',
  '+919876543210',
  '+91 98765 43210',
  '+91-98765-43210',
  '+91 (0) 98765 43210',
  '0091 98765 43210',
  '91 98765 43210',
  '09876543210',
  '0 98765 43210',
  '+91\u00a098765\u00a043210',
  '98765–43210',
  '\u202a+91 98765 43210\u202c',
  '９８７６５４３２１０',
  '९८७६५ ४३२१०',
  '+९१ ९८७६५ ४३२१०',
]

test.each(WAYS)('%j is ten digits', (typed) => {
  expect(normalisePhone(typed)).toBe(TEN)
  expect(phoneNumber().parse(typed)).toBe(TEN)
  expect(identifierField(typed)).toEqual({ phone: TEN })
})

test.each([
  ['', 'Contact Number'],
  ['   ', 'Contact Number'],
  ['98765 4321', 'Too Short!'],
  ['+91 98765', 'Too Short!'],
  ['98765432101', 'Too Long!'],
  ['+1 415 555 26710', 'Too Long!'],
  ['+65 9123 4567', 'Too Long!'],
  ['98765abcde', 'Contact Number'],
])('%j is none: %s', (typed, message) => {
  expect(phoneDigits(typed)).toBe(null)
  expect(phoneNumber().safeParse(typed).error?.issues[0]?.message).toBe(message)
})

test.each([
  ['0123456789', '0123456789'],
  ['9198765432', '9198765432'],
])('%j has ten digits already, and keeps them', (typed, kept) => {
  expect(normalisePhone(typed)).toBe(kept)
})

test.each([
  ['98765 4', '987654'],
  ['+91 98765', '98765'],
  ['0091-987', '987'],
  ['43210', '43210'],
  ['+91 98765 43210', TEN],
  ['asha', 'asha'],
  ['asha-2', 'asha-2'],
])('a search for %j finds %j', (typed, sought) => {
  expect(phonePart(typed)).toBe(sought)
})

test.each<[string | number | null, number | null]>([
  ...['+91 (0)22-4567 8901', '022-45678901', '022 4567 8901', '+912245678901', '02245678901', '2245678901'].map(
    (typed): [string, number] => [typed, 2245678901],
  ),
  [2245678901, 2245678901],
  ['+65 9123 4567', 6591234567],
  ['1800 11 4000', 1800114000],
  ['', null],
  ['NA', null],
  [null, null],
])('the office number %j is stored as %j', (typed, stored) => {
  expect(officeNumber().parse(typed)).toBe(stored)
})

test.each(['ten', '-', '022 4567 890x', '1234567890123456'])('the office number %j is refused', (typed) => {
  expect(officeNumber().safeParse(typed).error?.issues[0]?.message).toBe('Enter a phone number, such as 022 4567 8901')
})

test('a user name and an email stay what they are', () => {
  expect(identifierField(' asha.98765 ')).toEqual({ userId: 'asha.98765' })
  expect(identifierField('9876543210@example.com')).toEqual({ email: '9876543210@example.com' })
})
