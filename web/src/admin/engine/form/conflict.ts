import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { ApiError } from '../../../api-error.ts'
import type { Merge } from './merge.ts'

/** Somebody else changed a record while it was being changed here. */
export type Conflict<Row> = {
  current: Row
  /** By name; `null` when it is not known. */
  changedBy: string | null
  changedAt: Date
  /** What the form holds and what the other person saved, put together. */
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
