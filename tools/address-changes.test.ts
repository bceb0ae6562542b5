import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

// Where the next page is still being loaded, a change of the current address changes that of the next page.

const GUARD = 'web/src/ui/use-change-address.ts'

test('the address of a page is changed by the hook that asks whether the person is still there', () => {
  const changing = filesBelow('web/src', /(?<!\.test)\.tsx?$/).filter((file) => /\bto: '\.'/.test(textOf(file)))
  expect(changing).toEqual([GUARD])
})
