import type * as z from 'zod/mini'

type Values = Record<string, unknown>

/** The paths of the required values of a schema, which the form marks as required. */
export function requiredNames(schema: z.ZodMiniType, values: Values): ReadonlySet<string> {
  return new Set(missingFrom(schema, emptied(values)))
}

function missingFrom(schema: z.ZodMiniType, values: Values): string[] {
  const { error } = schema.safeParse(values)
  return error?.issues.map(({ path }) => path.join('.')) ?? []
}

/** Only nested objects. */
function emptied(values: Values): Values {
  const holders = Object.entries(values).filter(([, value]) => isObject(value))
  return Object.fromEntries(holders.map(([name, value]) => [name, emptied(value as Values)]))
}

function isObject(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
