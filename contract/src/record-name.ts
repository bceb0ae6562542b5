import * as z from 'zod/mini'

const NAMES = new WeakSet<object>()

/**
 * The name of something that people tell from others by it. Of one spelling: with composed letters (NFC), and with one blank
 * between words. The server finds these fields with `namesIn`, and refuses a name that looks like another one.
 */
export const recordName = (message: string, maxLength = 100) =>
  marked(
    z
      .string(message)
      .check(z.trim(), z.overwrite(oneSpelling), z.minLength(1, message), z.maxLength(maxLength, 'Too Long!')),
  )

/** The same, which may be empty. */
export const recordNameOrEmpty = (maxLength = 100) =>
  marked(z.string().check(z.trim(), z.overwrite(oneSpelling), z.maxLength(maxLength, 'Too Long!')))

/** Any spelling of a name as the one that is stored. */
export const oneSpelling = (name: string) => name.normalize().trim().replace(/ {2,}/g, ' ')

function marked<Schema extends object>(schema: Schema): Schema {
  NAMES.add(schema)
  return schema
}

type Def = { type: string; shape?: Record<string, Part>; innerType?: Part; in?: Part }
type Part = { def: Def }

const FOUND = new WeakMap<z.ZodMiniType, readonly string[]>()

/** The paths of the names in a form, such as `name.description`; not those in lists. */
export function namesIn(form: z.ZodMiniType): readonly string[] {
  const found = FOUND.get(form) ?? pathsIn(form as unknown as Part)
  FOUND.set(form, found)
  return found
}

function pathsIn(part: Part): string[] {
  if (NAMES.has(part)) return ['']
  const { shape, innerType, in: from } = part.def
  const inner = innerType ?? from
  if (inner !== undefined) return pathsIn(inner)
  return Object.entries(shape ?? {}).flatMap(([name, field]) =>
    pathsIn(field).map((path) => (path === '' ? name : `${name}.${path}`)),
  )
}
