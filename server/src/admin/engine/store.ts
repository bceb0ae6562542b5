import type { RecordRow, Use } from '@gatehouse/contract/admin/engine/resource.ts'
import type { ListQuery, Page } from '@gatehouse/contract/paging.ts'
import { PERMISSIONS } from '@gatehouse/contract/permissions.ts'
import type { Config } from '../../config.ts'
import type { Keys } from '../../crypto/keys.ts'
import type { Db, Tx } from '../../db/database.ts'
import type { Caller } from '../../identity/actor.ts'

/**
 * Who makes a change in the console, from where, and why, where they say so. `isJudgedAsWhole`: the change is a part of several, whose
 * order is nobody's choice.
 */
export type By = { person: Caller; ip: string; reason?: string; isJudgedAsWhole?: true }

type Operator = {
  person: { userId: null; sessionId: null; permissions: string[] }
  ip: null
  reason?: never
  isJudgedAsWhole?: true
}

/** An operator at the command line. They have the database and the master key, so the guard does not judge them. */
export const OPERATOR: Operator = {
  person: { userId: null, sessionId: null, permissions: Object.keys(PERMISSIONS) },
  ip: null,
}

/** The portal itself, for a change that follows from a date. */
export const PORTAL: Operator = { ...OPERATOR, person: { ...OPERATOR.person, permissions: [] } }

/** Who may make a change. */
export type Author = By | Operator

/** Whether somebody may read the names of people. */
export const readsPeople = ({ permissions }: Author['person']) => permissions.includes('users:read')

/** The same, as a line of the audit names them. */
export const whoOf = ({ person, ip }: Author) => ({ actorId: person.userId, ip })

/** What stores need of the server: little, so that the command line has it too. */
export type StoreNeeds = { config: Pick<Config, 'outboundAllow' | 'timeZone'>; keys: Pick<Keys, 'seal'> }

/** What stores need whose rows count for days. */
export type RulesNeeds = { config: Pick<Config, 'timeZone'> }

/** A change that is made, with the record before and after it. */
export type Updated<Row, Who extends Author = Author> = { before: Row; after: Row; by: Who }

/** A list's query with the filters of its resource. */
export type Query = ListQuery & Record<string, unknown>

/**
 * What the engine asks of a resource. `Form` is what a create sends, `Changes` what an update sends, both parsed and
 * without the id. Changes run in the engine's transaction, after the record has been locked. `Who` may make them.
 */
export type Store<Row extends RecordRow, Form, Changes = Form, Who extends Author = Author> = {
  /** Its own table: where the engine locks the record, and counts its version. */
  table: string
  /** Each change is a version of more than the record, such as of a matrix: an update that changes nothing is undone. */
  makesVersions?: true
  /** What people call the record. */
  nameOf: (row: Row) => string
  listPage: (db: Db, query: Query, person: Caller) => Promise<Page<Row>>
  /** @throws AppError too_many_rows */
  listAll: (db: Db, query: Query, person: Caller) => Promise<Row[]>
  /** Whether the list would show a record to somebody. Left out, it is what the resource's permission to read says. */
  isVisible?: (row: Row, person: Caller) => boolean
  /** The record as the list shows it, deleted or not. `null`: none, or what it belongs to is gone. */
  find: (db: Db | Tx, id: string) => Promise<Row | null>
  /** Says about the author what the triggers of the table ask, before anything is written. */
  nameAuthor?: (tx: Tx, by: Who) => Promise<void>
  /**
   * Locks the people whom an update or, with `null`, a deletion concerns, before the engine locks the record: people come first in
   * every change. What was left out of an update is not there yet, nor for `takeTurn`.
   */
  lockPeople?: (tx: Tx, id: string, changes: Changes | null) => Promise<void>
  /**
   * Takes what else such changes wait for, before the engine locks the record, and after people. `changes`: the form of what is
   * created or updated, and `null` of what is deleted or restored.
   */
  takeTurn?: (tx: Tx, id: string, changes: Form | Changes | null) => Promise<void>
  create: (tx: Tx, id: string, form: Form, by: Who) => Promise<void>
  update: (tx: Tx, id: string, changes: Changes, by: Who) => Promise<void>
  /** Judges an update by what it has changed, in its transaction. */
  judgeUpdate?: (tx: Tx, updated: Updated<Row, Who>) => Promise<void>
  /** What goes along with a deletion; the engine itself marks the record as deleted. */
  remove: (tx: Tx, id: string, by: Who) => Promise<void>
  /** What comes back along with it: whatever has the very same `deletedAt`, a time as PostgreSQL writes it. */
  restore: (tx: Tx, id: string, by: Who, deletedAt: string) => Promise<void>
  uses: Uses
}

/**
 * What uses a record; whatever `blocks` keeps it from being deleted. It is asked before a record is deleted or put out of use, so
 * every resource states it. `none`: why nothing is lost with any record.
 */
export type Uses = ((db: Db | Tx, id: string) => Promise<Use[]>) | { none: string }

/** What uses a record. */
export const usesOf = async ({ uses }: { uses: Uses }, db: Db | Tx, id: string): Promise<Use[]> =>
  typeof uses === 'function' ? uses(db, id) : []
