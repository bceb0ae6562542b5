import { v7 } from 'uuid'

/**
 * A new record id (requirement G10), made here because PostgreSQL below 18 has no uuidv7(). It begins with the time of this server, and
 * other servers have other clocks: what decides anything is ordered by a number or time of the database (ADR 0039).
 */
export const newId = () => v7()

/** The id of a record that was made at a moment. */
export const idAt = (at: Date) => v7({ msecs: at.getTime() })
