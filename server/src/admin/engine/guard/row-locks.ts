import { raw } from 'sql-template-tag'
import type { Author } from '../store.ts'

/**
 * People stay open to new references: what they do themselves refers to their row, so two people who change each other would
 * otherwise wait for each other (deadlock).
 */
export const lockOf = (table: string) => raw(table === 'users' ? 'for no key update' : 'for update')

/**
 * An operator is not judged by what refers to a record, and changes many in one transaction (ADR 0053): whoever opens an
 * application meanwhile, which refers to it, does not wait.
 */
export const updateLockOf = (table: string, { person }: Author) =>
  person.userId === null ? raw('for no key update') : lockOf(table)
