import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { openDatabase } from './db/open.ts'
import type { Started } from './start-on.ts'

/** Starts everything, and ends what it has started when something of it cannot be. */
export async function startServer(config: Config, log: Logger, isStopping: () => boolean): Promise<Started> {
  // Loading the rest of the server takes about as long as the embedded database, which is a process of its own, takes to
  // start. It is started first: loading holds up everything else in this process.
  const opening = openDatabase(config)
  const loading = import('./start-on.ts')
  const database = await opening
  try {
    const { startOn } = await loading
    return await startOn(database, config, log, isStopping)
  } catch (error) {
    await database.close()
    throw error
  }
}
