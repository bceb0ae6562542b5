import type * as z from 'zod/mini'
import type { $ZodType, $ZodTypes } from 'zod/v4/core'

/** Returns the value without unknown fields, or `MISMATCH`. */
type Strip = (value: unknown) => unknown

const MISMATCH = Symbol('mismatch')

/**
 * Parses like the schema itself, with the same errors: unknown fields are removed. A page of a list has hundreds of
 * fields, and the library makes two objects to check each of them; here the plain kinds of schemas, nearly all, are
 * checked without. All others are left to the library.
 */
export function makeStrip<Schema extends z.ZodMiniType>(schema: Schema): (data: unknown) => z.output<Schema> {
  let strip: Strip | undefined
  return (data) => {
    strip ??= stripOf(schema)
    const stripped = strip(data)
    return stripped === MISMATCH ? schema.parse(data) : (stripped as z.output<Schema>)
  }
}

function stripOf(schema: $ZodType): Strip {
  // The library's own list of all kinds of schemas.
  const { def, traits, values } = (schema as $ZodTypes)._zod
  const isChecked = (def.checks ?? []).length > 0 || traits.has('$ZodCheck') || 'coerce' in def
  if (isChecked) return byLibrary(schema)
  switch (def.type) {
    case 'string':
      return (value) => (typeof value === 'string' ? value : MISMATCH)
    case 'boolean':
      return (value) => (typeof value === 'boolean' ? value : MISMATCH)
    case 'number':
      return (value) => (Number.isFinite(value) ? value : MISMATCH)
    case 'literal':
    case 'enum':
      return (value) => (values?.has(value as string) ? value : MISMATCH)
    case 'nullable': {
      const strip = stripOf(def.innerType)
      return (value) => (value === null ? null : strip(value))
    }
    case 'array':
      return arrayOf(stripOf(def.element))
    case 'object':
      return def.catchall === undefined ? objectOf(def.shape) : byLibrary(schema)
    default:
      return byLibrary(schema)
  }
}

function byLibrary(schema: $ZodType): Strip {
  return (value) => {
    const result = schema._zod.run({ value, issues: [] }, { async: false })
    return result instanceof Promise || result.issues.length > 0 ? MISMATCH : result.value
  }
}

function arrayOf(strip: Strip): Strip {
  return (value) => {
    if (!Array.isArray(value)) return MISMATCH
    const stripped: unknown[] = new Array(value.length)
    for (let at = 0; at < value.length; at++) {
      const one = strip(value[at])
      if (one === MISMATCH) return MISMATCH
      stripped[at] = one
    }
    return stripped
  }
}

function objectOf(shape: Readonly<Record<string, $ZodType>>): Strip {
  const fields = Object.entries(shape).map(([name, schema]): [string, Strip] => [name, stripOf(schema)])
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return MISMATCH
    const stripped: Record<string, unknown> = {}
    for (const [name, strip] of fields) {
      const field = (value as Record<string, unknown>)[name]
      // A missing field may be optional, have a default, or be an error: the library decides.
      if (field === undefined && !(name in value)) return MISMATCH
      const one = strip(field)
      if (one === MISMATCH) return MISMATCH
      stripped[name] = one
    }
    return stripped
  }
}
