import { namesIn } from '@gatehouse/contract/record-name.ts'
import type * as z from 'zod/mini'
import { AppError } from '../errors.ts'
import { nameProblems } from '../identity/name-problem.ts'

/**
 * The input of a call, parsed by the schema of its declaration.
 *
 * @param names the paths of new names in it, which must not look like another one. Empty where they are judged elsewhere
 * @throws AppError invalid_request with the first message, and the message of each field
 */
export function parseInput<Schema extends z.ZodMiniType>(
  schema: Schema,
  sent: unknown,
  names = namesIn(schema),
): z.output<Schema> {
  const parsed = schema.safeParse(sent)
  const fields = { ...nameProblems(names, sent), ...fieldMessages(parsed.error?.issues ?? []) }
  const [first] = Object.values(fields)
  if (parsed.success && first === undefined) return parsed.data
  throw new AppError('invalid_request', { msg: parsed.error?.issues[0]?.message ?? first, data: { fields } })
}

type Issue = { path: PropertyKey[]; message: string; keys?: string[] }

/** The first message of each field. `keys`: unknown fields, for schemas that refuse them. */
function fieldMessages(issues: readonly Issue[]): Record<string, string> {
  const messages: Record<string, string> = {}
  for (const { path, message, keys } of issues) {
    for (const at of keys?.map((key) => [...path, key]) ?? [path]) messages[at.join('.')] ??= message
  }
  return messages
}
