import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'

/** As `resolverOf`. A text that is too long is refused with the characters that it may have, which FieldMessages shows. */
export function limitedResolverOf<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  const standard = schema['~standard']
  return standardSchemaResolver<Input, unknown, Output>({
    '~standard': {
      ...standard,
      validate: async (value: unknown) => {
        const judged = await standard.validate(value)
        return judged.issues ? { issues: judged.issues.map(limited) } : judged
      },
    },
  })
}

type Issue = { readonly message: string; readonly origin?: unknown; readonly maximum?: unknown }

/** Zod says more than the standard promises: of a text, how long it may be. */
const limited = <One extends Issue>(issue: One): One =>
  issue.origin === 'string' && issue.message === 'Too Long!'
    ? { ...issue, message: `${issue.message}\n${issue.maximum}` }
    : issue
