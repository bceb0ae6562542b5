import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import type { FieldValues, Resolver } from 'react-hook-form'
import type * as z from 'zod/mini'

/**
 * Judges a form by a schema of the contract, in the words in which the server would refuse it. The library's resolver for Zod
 * has other words where a schema allows one of several forms: those of one of them, which are "Invalid input".
 */
export function resolverOf<Input extends FieldValues, Output>(
  schema: z.ZodMiniType<Output, Input>,
): Resolver<Input, unknown, Output> {
  return standardSchemaResolver<Input, unknown, Output>(schema)
}
