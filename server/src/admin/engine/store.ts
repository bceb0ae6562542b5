import type { RecordRow, Use } from '@gatehouse/contract/admin/engine/resource.ts'
import type { ListQuery, Page } from '@gatehouse/contract/paging.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Person } from '../../identity/actor.ts'

/** Who makes a change, and from where. */
export type By = { person: Person; ip: string }

/** A list's query with the filters of its resource. */
export type Query = ListQuery & Record<string, unknown>

/**
 * What the engine asks of a resource. `Form` is what a create sends, `Changes` what an update sends, both parsed and
 * without the id. Changes run in the engine's transaction, after the record has been locked.
 */
export type Store<Row extends RecordRow, Form, Changes = Form> = {
  /** Its own table: where the engine locks the record, and counts its version. */
  table: string
  /** What people call the record. */
  nameOf: (row: Row) => string
  listPage: (db: Db, query: Query, person: Person) => Promise<Page<Row>>
  /** @throws AppError too_many_rows */
  listAll: (db: Db, query: Query, person: Person) => Promise<Row[]>
  /** Whether the list would show a record to somebody. Left out, it is what the resource's permission to read says. */
  isVisible?: (row: Row, person: Person) => boolean
  /** The record as the list shows it, deleted or not. `null`: none, or what it belongs to is gone. */
  find: (db: Db | Tx, id: string) => Promise<Row | null>
  create: (tx: Tx, id: string, form: Form, by: By) => Promise<void>
  update: (tx: Tx, id: string, changes: Changes, by: By) => Promise<void>
  /** What goes along with a deletion; the engine itself marks the record as deleted. */
  remove: (tx: Tx, id: string, by: By) => Promise<void>
  /** What comes back along with it: whatever has the very same `deletedAt`, a time as PostgreSQL writes it. */
  restore: (tx: Tx, id: string, by: By, deletedAt: string) => Promise<void>
  /** What uses the record; whatever `blocks` keeps it from being deleted. */
  uses: (db: Db | Tx, id: string) => Promise<Use[]>
}
