import { expect, test } from 'vitest'
import { addressesIn } from './addresses-in.ts'

test.each([
  ['a@x.in', ['a@x.in']],
  [' a@x.in \n\n b@x.in\r\nc@x.in', ['a@x.in', 'b@x.in', 'c@x.in']],
  ['a@x.in, b@x.in;c@x.in;', ['a@x.in', 'b@x.in', 'c@x.in']],
  ['a@x.in b@x.in\tc@x.in', ['a@x.in', 'b@x.in', 'c@x.in']],
  ['Rao, Asha <a@x.in>; Bina <b@x.in>, c@x.in', ['a@x.in', 'b@x.in', 'c@x.in']],
  ['no address; a@x', ['no address', 'a@x']],
  [' \n , ; ', []],
])('%j holds %j', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
})
