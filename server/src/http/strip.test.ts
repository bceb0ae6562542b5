import { isDeepStrictEqual } from 'node:util'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'
import { makeStrip } from './strip.ts'

const outcome = (parse: () => unknown) => {
  try {
    return { data: parse() }
  } catch (error) {
    return { issues: (error as z.core.$ZodError).issues }
  }
}

/** A valid value of a schema, with every kind of field, and with unknown fields. */
function sample(schema: $ZodType): unknown {
  const { def, values } = (schema as $ZodTypes)._zod
  switch (def.type) {
    case 'object':
      return { ...Object.fromEntries(Object.entries(def.shape).map(([name, one]) => [name, sample(one)])), extra: 'x' }
    case 'array':
      return [sample(def.element), sample(def.element)]
    case 'nullable':
    case 'default':
    case 'optional':
      return sample(def.innerType)
    case 'union':
      return sample(def.options.at(-1) as $ZodType)
    case 'record':
      return { a: sample(def.valueType) }
    case 'number':
      return 7
    case 'boolean':
      return true
    default:
      return values?.values().next().value ?? 'text'
  }
}

/** The value, and copies of it in each of which one part is replaced. */
function* variants(value: unknown): Generator<unknown> {
  yield value
  for (const other of [null, undefined, 'other', 1.5, Number.NaN, Number.POSITIVE_INFINITY, true, {}, [], new Date(0)])
    yield other
  if (Array.isArray(value)) for (const one of variants(value[0])) yield [one, value[1]]
  else if (typeof value === 'object' && value !== null)
    for (const [name, inner] of Object.entries(value)) {
      const { [name]: _, ...rest } = value as Record<string, unknown>
      yield rest
      for (const one of variants(inner)) yield { ...value, [name]: one }
    }
}

test.each(ENDPOINTS.map((endpoint) => [endpoint.path, endpoint.response] as const))(
  'the answer of %s is stripped and refused as its schema does it',
  (_, schema) => {
    const strip = makeStrip(schema)
    for (const value of variants(sample(schema))) {
      const [own, expected] = [outcome(() => strip(value)), outcome(() => schema.parse(value))]
      // Vitest compares ten times as slowly, but shows the difference.
      if (!isDeepStrictEqual(own, expected)) expect(own).toStrictEqual(expected)
    }
  },
)

test.each<[string, z.ZodMiniType]>([
  ['a check', z.object({ a: z.string().check(z.minLength(9)) })],
  ['a format', z.object({ a: z.email() })],
  ['a whole number', z.object({ a: z.int() })],
  ['an optional field', z.object({ a: z.optional(z.string()), b: z.unknown() })],
  ['a default', z.object({ a: z._default(z.string(), 'x') })],
  ['other fields', z.looseObject({ a: z.string() })],
  ['no other fields', z.strictObject({ a: z.string() })],
  ['a union', z.object({ a: z.union([z.object({ b: z.string() }), z.object({ c: z.nullable(z.number()) })]) })],
  [
    'a change',
    z.object({
      a: z.pipe(
        z.string(),
        z.transform((text: string) => text.length),
      ),
    }),
  ],
  ['a coercion', z.object({ a: z.coerce.number() })],
])('%s is left to the schema', (_, schema) => {
  const strip = makeStrip(schema)
  for (const value of variants({ a: 'a@example.com', b: 'x', extra: 1 }))
    expect(outcome(() => strip(value))).toStrictEqual(outcome(() => schema.parse(value)))
})
