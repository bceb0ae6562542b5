import type { Entry } from './records.ts'
import { nameOf, wireOf } from './records.ts'
import { KEEP } from './secret-references.ts'
import { canonical, leavesOf } from './values.ts'

/** `before` is `undefined` for a new record. Of a secret both are words about it, and `from` is its reference in the file. */
export type FieldChange = { field: string; before: unknown; after: unknown; isSecret?: boolean; from?: string }

export type RecordChange = {
  /**
   * `surplus`: it is not in the file, and would be deleted with --delete. `kept`: the portal keeps what is stricter, such as the need
   * of a sign-in that another field includes; `after` of its fields is what the file says.
   */
  change: 'create' | 'change' | 'delete' | 'surplus' | 'kept'
  section: string
  name: string
  fields: FieldChange[]
  /** Whether it decides where codes, links or tokens go. */
  isCarrier: boolean
}

/** How one record differs after a change; `before` is `null` for a new one. */
export function changeOf(before: Entry | null, after: Entry, secrets: FieldChange[]): RecordChange {
  const was = new Map(leavesOf(before?.file ?? {}))
  const is = leavesOf(after.file)
  const fields = is.flatMap(([field, value]): FieldChange[] => {
    if (value === KEEP) return before === null ? [{ field, before: undefined, after: 'set', isSecret: true }] : []
    if (before === null) return isEmpty(value) ? [] : [{ field, before: undefined, after: value }]
    return canonical(was.get(field)) === canonical(value) ? [] : [{ field, before: was.get(field), after: value }]
  })
  const all = [...fields, ...secrets]
  return {
    change: before === null ? 'create' : 'change',
    ...headingOf(after),
    fields: all,
    isCarrier: isCarrier(before, all) || isCarrier(after, all),
  }
}

/** What a record keeps although the file says otherwise; `null`: nothing. Switches alone: other values are stored in a form of their own. */
export function keptOf({ kind, row, file }: Entry, wanted: Record<string, unknown>): RecordChange | null {
  const is = new Map(leavesOf(wireOf(kind, row)))
  const fields = leavesOf(wanted).flatMap(([field, after]) => {
    const before = is.get(field)
    return typeof before === 'boolean' && typeof after === 'boolean' && before !== after
      ? [{ field, before, after }]
      : []
  })
  return fields.length === 0 ? null : { change: 'kept', ...headingOf({ kind, file }), fields, isCarrier: false }
}

export function lossOf(entry: Entry, change: 'delete' | 'surplus'): RecordChange {
  const fields = leavesOf(entry.file).map(([field, before]) => ({ field, before, after: undefined }))
  return { change, ...headingOf(entry), fields: [], isCarrier: isCarrier(entry, fields) }
}

const headingOf = ({ kind, file }: Pick<Entry, 'kind' | 'file'>) => ({
  section: kind.section,
  name: nameOf(kind, file).join(' · '),
})

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function isCarrier(entry: Entry | null, fields: readonly FieldChange[]): boolean {
  const carrying = entry?.kind.carries(entry.file) ?? []
  return fields.some(({ field }) => carrying.includes('*') || carrying.includes(field))
}
