import { migrateBeside } from '../db/open-beside.ts'
import type { Command } from './command.ts'

/** Brings the schema up to date as the owner of the tables, for servers whose role may not. */
export const databaseMigrate: Command = {
  name: 'database migrate',
  help: 'Bring the tables up to date, as their owner, before servers of another role start',
  options: {},
  run: async ({ config, print, isJson }) => {
    await migrateBeside(config())
    await print(isJson ? JSON.stringify({ isUpToDate: true }) : 'The tables are up to date.')
    return 0
  },
}
