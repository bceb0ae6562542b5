import { SECRET_MASK } from '@gatehouse/contract/fields.ts'
import { expect, test } from 'vitest'
import { draftOf } from './draft.ts'

test('typed secrets are not sent for a preview, only whether there is one', () => {
  const values = {
    url: 'https://sms.example.com',
    token: 'Quiet-Harbour-7',
    passwordValue: SECRET_MASK,
    apiCodeValue: '',
  }
  const draft = draftOf(values, 'Hello')
  expect(draft).toMatchObject({ url: values.url, token: SECRET_MASK, passwordValue: SECRET_MASK, apiCodeValue: '' })
  expect(JSON.stringify(draft)).not.toContain('Quiet-Harbour-7')
})

test.each([
  ['9123456780', '9123456780'],
  ['+91 91234 56780', '9123456780'],
  ['91234', '9876543210'],
  [undefined, '9876543210'],
])('the example goes to the default number, if it is one: %s', (defaultNo, to) => {
  expect(draftOf({ defaultNo }, 'Hello').to).toBe(to)
})
