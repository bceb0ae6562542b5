import { readConfig } from '@gatehouse/server/src/config.ts'
import type { Db } from '@gatehouse/server/src/db/database.ts'
import { openDatabase } from '@gatehouse/server/src/db/open.ts'
import { openKeyring } from '@gatehouse/server/src/keyring/open-keyring.ts'
import { type BenchServer, type Folder, makeFolder, startServer } from './server.ts'
import { type Application, makeSubjects, type Person } from './subjects.ts'

/** The name of the server's connections in the database. */
export const MEASURED = 'measured'

type Own = { server: BenchServer; db: Db; people: Person[]; application: Application }

type Wanted = { port: number; people: number; folder?: Folder; fill?: (db: Db) => Promise<unknown> }

/** Lets `work` use a server on a database of its own, with as many people as are named; `fill` may add others. */
export async function onOwnDatabase<Result>(
  { port, people: count, folder = makeFolder(), fill }: Wanted,
  work: (own: Own) => Promise<Result>,
): Promise<Result> {
  const masterKey = Buffer.alloc(32).toString('base64')
  const config = readConfig({ DATA_DIR: folder.path, MASTER_KEY: masterKey })
  const { db, close } = await openDatabase(config)
  try {
    await fill?.(db)
    const subjects = await makeSubjects(db, await openKeyring(db, config), count)
    const { host, port: databasePort, user, database } = db.pool.options
    const at = new URLSearchParams({ host: host ?? '', port: String(databasePort), application_name: MEASURED })
    const env = { DATABASE_URL: `postgres://${user}@/${database}?${at}`, MASTER_KEY: masterKey, DEMO: '0' }
    const server = await startServer(folder.path, port, env)
    const result = await work({ server, db, ...subjects })
    await server.stop()
    return result
  } finally {
    await close()
    folder.remove()
  }
}
