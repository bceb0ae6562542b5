import type * as z from 'zod/mini'
import { AppError } from '../errors.ts'

/**
 * The input of a call, parsed by the schema of its declaration.
 *
 * @throws AppError invalid_request with the first message, and the message of each field
 */
export function parseInput<Schema extends z.ZodMiniType>(schema: Schema, sent: unknown): z.output<Schema> {
  const parsed = schema.safeParse(sent)
  if (parsed.success) return parsed.data
  const { issues } = parsed.error
  throw new AppError('invalid_request', { msg: issues[0]?.message, data: { fields: fieldMessages(issues) } })
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
