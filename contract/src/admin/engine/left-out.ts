import * as z from 'zod/mini'
import { SECRET_MASK } from '../../fields.ts'

/**
 * The fields of an update that keep their value when they are left out, as a form would fill them in. With `whole`, the field itself;
 * with `inner`, fields inside it.
 */
export type LeftOut = { readonly [field: string]: { whole: boolean; inner: LeftOut } }

/** The fields of an update: those that have a default in a new record may be left out, and then they stay the same. */
export type Changed<Shape extends z.core.$ZodShape> = {
  [Name in keyof Shape]: Shape[Name] extends z.ZodMiniDefault<infer Inner> ? z.ZodMiniOptional<Inner> : Shape[Name]
}

export const IF_ABSENT = 'If absent, it stays the same'

/**
 * The fields of a form as those of an update, also inside other fields, but not in lists, which are sent whole. A default would give a
 * caller who leaves a field out more than before: no upper bound, any network.
 *
 * @param note describes the fields in the API document
 */
export function changesOf<Shape extends z.core.$ZodShape>(form: Shape, note = IF_ABSENT): Changed<Shape> {
  const fields = Object.entries(form).map(([name, field]) => [name, changedField(field as Part, note)])
  return Object.fromEntries(fields) as Changed<Shape>
}

/** Which fields of a form `changesOf` makes optional. */
export function leftOutOf(form: z.core.$ZodShape): LeftOut {
  const found = Object.entries(form).map(([name, field]): [string, LeftOut[string]] => {
    const { shape } = withinOf(field as Part).def
    return [name, { whole: isKept(field as Part), inner: leftOutOf(shape ?? {}) }]
  })
  return Object.fromEntries(found.filter(([, { whole, inner }]) => whole || Object.keys(inner).length > 0))
}

type Def = { type: string; innerType?: Part; shape?: z.core.$ZodShape; defaultValue?: unknown }
type Part = z.ZodMiniType & { def: Def; clone: (def: object) => Part }

/** The default of a secret keeps it: nobody is shown it. */
const isKept = ({ def }: Part) => def.type === 'default' && def.defaultValue !== SECRET_MASK

function changedField(field: Part, note: string): z.ZodMiniType {
  const { type, innerType, shape } = field.def
  if (shape !== undefined) return field.clone({ ...field.def, shape: changesOf(shape, note) })
  if (innerType === undefined || !(isKept(field) || type === 'optional')) return field
  const described = [z.globalRegistry.get(field)?.description, note].filter((part) => part !== undefined).join('. ')
  return z.optional(changedField(innerType, note)).check(z.describe(described))
}

const withinOf = ({ def, ...field }: Part): { def: Def } =>
  def.innerType === undefined ? { ...field, def } : withinOf(def.innerType)
