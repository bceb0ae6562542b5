import { tileGroups } from '@gatehouse/contract/admin/applications/applications.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'

/** The groups in use: the form of an application suggests them, so that one group is not spelt in two ways. */
export function serveTileGroups(app: FastifyInstance, { db }: Deps) {
  route(app, tileGroups, async () => {
    const { rows } = await db.execute<{ name: string }>(sql`
      select tile_group as name from applications where deleted_at is null and tile_group <> ''
      group by tile_group order by lower(tile_group), tile_group`)
    return rows.map(({ name }) => name)
  })
}
