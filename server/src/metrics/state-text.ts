import { Registry } from 'prom-client'
import type { Db } from '../db/database.ts'
import { makeStateReader } from './read-state.ts'

/** The figures that the database knows, once, in the form that Prometheus reads. */
export async function stateText(db: Db, settings: Parameters<typeof makeStateReader>[2]): Promise<string> {
  const registry = new Registry()
  await makeStateReader([registry], db, settings)()
  return registry.metrics()
}
