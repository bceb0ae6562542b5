import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { seed } from './seed.ts'

/** Any number that no other program on the database would use for an advisory lock. */
const MIGRATION_LOCK = 7_142_002

/** Brings the schema up to date; servers that start at once wait for one another. */
export async function migrateDatabase(connection: pg.ClientConfig): Promise<void> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK])
    const db = drizzle({ client })
    await migrate(db, { migrationsFolder: join(import.meta.dirname, 'migrations') })
    await seed(db)
  } finally {
    await client.end()
  }
}
