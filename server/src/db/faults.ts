import pg from 'pg'

/** The database could not be reached: no connection, or none that answers. `cause` says why. */
export class DatabaseUnreachable extends Error {}

/**
 * Names the errors of the driver: besides errors of the database and our own mistakes, it throws only lost connections.
 */
export function nameFault(error: unknown): never {
  const isOwnMistake = error instanceof TypeError || error instanceof RangeError
  if (isOwnMistake || error instanceof pg.DatabaseError || error instanceof DatabaseUnreachable) throw error
  const message = error instanceof Error ? error.message : String(error)
  throw new DatabaseUnreachable(message || 'the database cannot be reached', { cause: error })
}

/** Replaces the driver's stack, which leads to its socket, by the stack of the caller. */
export function traceFault(error: unknown): never {
  if (error instanceof Error) Error.captureStackTrace(error)
  return nameFault(error)
}

/**
 * PostgreSQL's states in which nothing can be read or written: connection (08), resources (53), shutdown (57P0x), disk
 * (58), a standby or read-only database (25006), and a transaction that it has ended (25P03).
 */
const DOWN = /^(08...|53...|57P0[1-5]|58...|25006|25P03)$/

/** Whether the database takes no changes, as a standby does. */
export const isReadOnly = (error: unknown): boolean => some(error, (one) => sqlState(one) === '25006')

/** A statement took too long, waited too long for a lock, or was part of a deadlock; nothing of it is stored. */
const BUSY = /^(57014|55P03|40P01|40001)$/

const CONFLICT = /^(40001|40P01)$/

/**
 * A connection was refused or ended, whatever the state: the database starts or stops, accepts no connections (55000), has
 * another name for now (3D000), or does not let this user in (28000). No statement causes these severities.
 */
const LOST = /^(FATAL|PANIC)$/

/** Whether a retry later may succeed, because the database has a fault right now. */
export const isDatabaseDown = (error: unknown): boolean =>
  some(error, (one) => one instanceof DatabaseUnreachable || DOWN.test(sqlState(one)) || LOST.test(severity(one)))

/** Whether the connection has ended, or the database has ended its transaction. */
export const isConnectionLost = (error: unknown): boolean =>
  some(error, (one) => one instanceof DatabaseUnreachable || /^(08...|57P0[1-5]|25P03)$/.test(sqlState(one)))

/** Whether an immediate retry may succeed. */
export const isDatabaseBusy = (error: unknown): boolean => some(error, (one) => BUSY.test(sqlState(one)))

/** Whether the database has a fault right now, so that nothing is known of what was asked. */
export const isDatabaseFault = (error: unknown): boolean => isDatabaseDown(error) || isDatabaseBusy(error)

/** For whoever takes any error to mean `value`: a fault of the database means nothing, and is thrown again. */
export function unlessFault<T>(value: T): (error: unknown) => T {
  return (error) => {
    if (isDatabaseFault(error)) throw error
    return value
  }
}

/**
 * Whether another transaction was first: it has changed what this one read before (40001), or each waited for the other (40P01).
 * Nothing of this one is stored, and the whole of it can be done again at once.
 */
export const isConflict = (error: unknown): boolean => some(error, (one) => CONFLICT.test(sqlState(one)))

/**
 * Whether a value is one that PostgreSQL does not store: a text with a NUL or half a character, or not of its type, or a
 * number outside the range of its type.
 */
export const isUnstorable = (error: unknown): boolean => some(error, (one) => UNSTORABLE.test(sqlState(one)))

/** Why a change needs a second person, as the trigger `guard_approval_row` says; `null`: the error is another one. */
export function unconfirmedChange(error: unknown): 'in-a-draft' | 'rules-hold' | null {
  const state = error instanceof Error ? sqlState(error) : ''
  if (state === 'GH001') return 'in-a-draft'
  return state === 'GH002' ? 'rules-hold' : null
}

/** Whether a change of a matrix that gives access was refused, because its author may not give any (ADR 0109). */
export const isAccessUngiven = (error: unknown): boolean => some(error, (one) => sqlState(one) === 'GH003')

const UNSTORABLE = /^(22021|22P05|22P02|22003|22007|22008)$/

const sqlState = (error: Error) => (error instanceof pg.DatabaseError ? (error.code ?? '') : '')
const severity = (error: Error) => (error instanceof pg.DatabaseError ? (error.severity ?? '') : '')

/** Checks the causes, too: libraries wrap the errors that they catch. */
function some(error: unknown, isIt: (error: Error) => boolean): boolean {
  return error instanceof Error && (isIt(error) || some(error.cause, isIt))
}
