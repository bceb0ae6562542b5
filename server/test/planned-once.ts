import { createHash } from 'node:crypto'
import type { Way } from '../src/db/pool.ts'

/**
 * Connections that plan the text of a prepared statement once, whatever its values are. Tables of tests are small, so
 * planning costs more than executing: together with `withOwnName` this saves a quarter of the CPU of the run. A test of
 * what the product plans for its values sets `plan_cache_mode = auto`.
 */
export const PLANNED_ONCE = { options: '-c plan_cache_mode=force_generic_plan' }

const names = new Map<string, string>()

/** Gives each statement a name, so that it is prepared. */
export const withOwnName: Way = (statement) => {
  if (typeof statement === 'string' || statement.name !== undefined) return statement
  const { text, values = [] } = statement
  const name = names.get(text) ?? createHash('sha1').update(text).digest('hex')
  names.set(text, name)
  return { text, values, name }
}
