import { expect, test } from 'vitest'
import { filesBelow, textOf } from './sources.ts'

test('no statement of the server asks for the day of the database instead of that of the portal', () => {
  const asking = filesBelow('server/src', /(?<!\.test)\.ts$/).filter((file) =>
    /\bcurrent_date\b(?!`)/.test(textOf(file)),
  )
  // The dates of the demo are about days from now.
  expect(asking).toEqual(['server/src/demo/demo-reviews.ts'])
})
