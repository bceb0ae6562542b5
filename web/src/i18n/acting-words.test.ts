import { expect, test } from 'vitest'
import hindi from './hi.json' with { type: 'json' }

test('whoever acts for somebody works for them in Hindi, and does not only look', () => {
  const looking = Object.values(hindi).filter((text) => /की ओर से,? (नहीं )?देख/.test(text))
  expect(looking).toEqual([])
})
