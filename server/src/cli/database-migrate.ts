import { readSecretFile } from '../config-secrets.ts'
import { migrateBeside } from '../db/open-beside.ts'
import { type Command, type Context, UsageError } from './command.ts'

/** What PostgreSQL takes for a name without quotes. */
const ROLE = /^[a-z_][a-z0-9_]{0,62}$/

/** Brings the schema up to date as the owner of the tables, for servers whose role may not. */
export const databaseMigrate: Command = {
  help: 'Bring the tables up to date, as their owner, before servers of another role start',
  options: {
    'server-role': { type: 'string', value: 'NAME', help: 'the role of the servers: gets its rights on the tables' },
    'server-password-file': {
      ...{ type: 'string', value: 'FILE', help: 'its password; makes the role if it is missing' },
    },
  },
  run: async (context) => {
    await migrateBeside(context.config(), serverRoleOf(context))
    await context.print(context.isJson ? JSON.stringify({ isUpToDate: true }) : 'The tables are up to date.')
    return 0
  },
}

function serverRoleOf({ options }: Context) {
  const { 'server-role': name, 'server-password-file': file } = options
  if (typeof name !== 'string') {
    if (file === undefined) return null
    throw new UsageError('--server-password-file needs --server-role.')
  }
  if (!ROLE.test(name)) throw new UsageError('--server-role must be a name such as gatehouse_server.')
  if (typeof file !== 'string') return { name, password: null }
  const faults: string[] = []
  const password = readSecretFile(file, '--server-password-file', faults)
  if (faults.length > 0) throw new UsageError(faults.join(' '))
  return { name, password }
}
