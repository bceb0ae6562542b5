import type { Entry } from './records.ts'
import { nameOf } from './records.ts'
import { KEEP } from './secret-references.ts'
import { canonical, leavesOf } from './values.ts'

/** `before` is `undefined` for a new record. Of a secret both are words about it. */
export type FieldChange = { field: string; before: unknown; after: unknown; isSecret?: boolean }

export type RecordChange = {
  /** `surplus`: it is not in the file, and would be deleted with --delete. */
  change: 'create' | 'change' | 'delete' | 'surplus'
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

export function lossOf(entry: Entry, change: 'delete' | 'surplus'): RecordChange {
  const fields = leavesOf(entry.file).map(([field, before]) => ({ field, before, after: undefined }))
  return { change, ...headingOf(entry), fields: [], isCarrier: isCarrier(entry, fields) }
}

const headingOf = ({ kind, file }: Entry) => ({ section: kind.section, name: nameOf(kind, file).join(' · ') })

const isEmpty = (value: unknown) =>
  value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)

function isCarrier(entry: Entry | null, fields: readonly FieldChange[]): boolean {
  const carrying = entry?.kind.carries(entry.file) ?? []
  return fields.some(({ field }) => carrying.includes('*') || carrying.includes(field))
}
