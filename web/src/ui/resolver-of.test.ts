import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { resolverOf } from './resolver-of.ts'
import { limitOf, TOO_LONG } from './too-long.ts'

const resolver = resolverOf(
  z.object({
    name: z.string().check(z.maxLength(3, TOO_LONG)),
    tags: z.array(z.string()).check(z.maxLength(1, TOO_LONG)),
  }),
)
const OPTIONS = { fields: {}, shouldUseNativeValidation: false }

test('a text that is too long is refused with the characters that it may have, and a list without', async () => {
  const { errors } = await resolver({ name: 'four', tags: ['a', 'b'] }, undefined, OPTIONS)
  expect(limitOf(errors.name?.message ?? '')).toBe(3)
  expect(errors.tags?.message).toBe(TOO_LONG)
})
