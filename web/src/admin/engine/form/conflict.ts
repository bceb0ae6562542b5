import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import type { TFunction } from 'i18next'
import { ApiError } from '../../../api-error.ts'
import type { FormField } from '../fields/field.ts'
import type { Merge } from './merge.ts'

/** Another person changed the record while it was being edited here. */
export type Conflict<Row> = {
  current: Row
  /** The name of that person, or `null` if unknown. */
  changedBy: string | null
  changedAt: Date
  /** The merge of the form with what the other person saved. */
  merge: Merge
}

/** The conflict that an update failed with, or `null` for any other failure. */
export function conflictOf<Row extends RecordRow>(error: unknown): Omit<Conflict<Row>, 'merge'> | null {
  if (!(error instanceof ApiError) || error.code !== 409 || !error.data.current) return null
  const { current, changedBy, changedAt } = error.data
  return {
    current: current as Row, // The server answers the record as its list does.
    changedBy: typeof changedBy === 'string' && changedBy !== '' ? changedBy : null,
    changedAt: new Date(typeof changedAt === 'string' ? changedAt : (current as Row).updatedAt),
  }
}

/** The fields whose other version is kept, with what their values stand for where the values alone do not say that. */
export function namesOfKept(fields: readonly FormField[], theirs: Record<string, unknown>, t: TFunction): string {
  return fields
    .map(({ label, meaningOf }) => (meaningOf ? `${t(label)} (${t(meaningOf(theirs))})` : t(label)))
    .join(', ')
}
