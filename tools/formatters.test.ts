import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

// A new formatter of numbers or times costs more than the rest of a row. Lists would make thousands.

const KEEPER = 'web/src/i18n/formatters.ts'
const MADE =
  /\bnew Intl\.(?:NumberFormat|DateTimeFormat|RelativeTimeFormat)\((?!\)\.resolvedOptions)|\.toLocale(?:Date|Time)?String\(/

test('the web app makes formatters of numbers and times in one place, which keeps them', () => {
  const making = filesBelow('web/src', /(?<!\.test)\.tsx?$/).filter((file) => MADE.test(textOf(file)))
  expect(making).toEqual([KEEPER])
})
