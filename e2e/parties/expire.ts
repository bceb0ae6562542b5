import { hash } from 'node:crypto'
import { join } from 'node:path'
import pg from 'pg'
import type { Product } from '../product.ts'

/** Makes one access token ten minutes older, in the product's own database. */
export async function expire({ dataDir }: Product, token: string) {
  const database = new pg.Client({ host: join(dataDir, 'socket'), user: 'gatehouse', database: 'postgres' })
  await database.connect()
  try {
    const { rowCount } = await database.query('update oidc_artifacts set expires_at = now() where id_hash = $1', [
      hash('sha256', token, 'buffer'),
    ])
    if (rowCount !== 1) throw new Error('there is no such token')
  } finally {
    await database.end()
  }
}
