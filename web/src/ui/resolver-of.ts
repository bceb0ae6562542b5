import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'
import { TOO_LONG, withLimit } from './too-long.ts'

/**
 * Judges a form by a schema of the contract, in the words in which the server would refuse it. The library's resolver for Zod
 * has other words where a schema allows one of several forms: those of one of them, which are "Invalid input".
 */
export function resolverOf<Input extends FieldValues, Output>(
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

type Issue = {
  readonly message: string
  readonly code?: unknown
  readonly origin?: unknown
  readonly maximum?: unknown
}

/** Zod's issues say more than the standard promises: of a text that is too long, how long it may be. */
function limited<One extends Issue>(issue: One): One {
  const { code, origin, maximum, message } = issue
  if (code !== 'too_big' || origin !== 'string' || message !== TOO_LONG || typeof maximum !== 'number') return issue
  return { ...issue, message: withLimit(maximum) }
}
