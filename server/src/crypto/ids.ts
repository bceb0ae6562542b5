import { v7 } from 'uuid'

/** A new record id (decision G10); made here because PostgreSQL below 18 has no uuidv7(). */
export const newId = () => v7()
