import { Registry } from 'prom-client'
import type { Db } from '../db/database.ts'
import { makeStateReader } from './read-state.ts'

/** The figures that the database knows, once, in the form that Prometheus reads. */
export async function stateText(db: Db): Promise<string> {
  const registry = new Registry()
  await makeStateReader([registry], db)()
  return registry.metrics()
}
