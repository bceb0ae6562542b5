import type { Logger } from 'pino'
import type { Config } from './config.ts'
import { openDatabase } from './db/open.ts'
import type { Started } from './start-on.ts'

/** Starts everything; when a part fails, ends the parts that have been started. */
export async function startServer(config: Config, log: Logger, isStopping: () => boolean): Promise<Started> {
  // Loading the rest of the server blocks this process. On a busy machine that takes longer than a connection may take.
  if (config.databaseUrl !== null) await import('./start-on.ts')
  // The embedded database, a separate process, starts while the rest is loaded.
  const opening = openDatabase(config, (isUsed) =>
    isUsed
      ? log.info('lists are read from the replica')
      : log.warn('the replica is away or behind: lists are read from the primary'),
  )
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
