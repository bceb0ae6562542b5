import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { limitedResolverOf } from './limited-resolver.ts'

const resolver = limitedResolverOf(
  z.object({
    name: z.string().check(z.maxLength(3, 'Too Long!')),
    tags: z.array(z.string()).check(z.maxLength(1, 'Too Long!')),
  }),
)
const OPTIONS = { fields: {}, shouldUseNativeValidation: false }

test('a text that is too long is refused with the characters that it may have, and a list without', async () => {
  const { errors } = await resolver({ name: 'four', tags: ['a', 'b'] }, undefined, OPTIONS)
  expect(errors.name?.message).toBe('Too Long!\n3')
  expect(errors.tags?.message).toBe('Too Long!')
})
