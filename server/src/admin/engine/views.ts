import type { Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import * as calls from '@gatehouse/contract/admin/engine/views.ts'
import { PAGE_SIZES } from '@gatehouse/contract/paging.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { newId } from '../../crypto/ids.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { notAllowed } from '../../http/not-allowed.ts'
import { route } from '../../http/route.ts'
import type { Person } from '../../identity/actor.ts'
import { refuseInWords } from './resource.ts'

/** Views of lists, each of one person. Nobody reads, changes or deletes those of others. */
export function serveViews(app: FastifyInstance, { db }: Deps, resources: readonly Resource[]) {
  route(app, calls.listViews, async ({ input, actor }) => {
    const { rows } = await db.execute<calls.View>(sql`
      select id as "_id", name, query from list_views
      where user_id = ${actor.userId} and list = ${input.list} order by lower(name), id`)
    return rows
  })

  route(app, calls.saveView, async ({ input: { list, name, query }, actor }) => {
    requireQuery(resources, actor, list, query)
    const { rows } = await db
      .transaction(async (tx) => {
        // Without the lock, views saved at the same moment would all count the ones before them and exceed the limit.
        await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`views ${actor.userId} ${list}`}, 0))`)
        return tx.execute<calls.View>(sql`
          insert into list_views (id, user_id, list, name, query)
          select ${newId()}, ${actor.userId}, ${list}, ${name}, ${JSON.stringify(query)}::jsonb
          where (select count(*) from list_views where user_id = ${actor.userId} and list = ${list}) < ${calls.VIEWS_MAX}
          returning id as "_id", name, query`)
      })
      .catch(refuseInWords)
    if (!rows[0]) throw new AppError('invalid_request', { msg: 'There are 20 views already. Delete one first.' })
    return rows[0]
  })

  route(app, calls.renameView, async ({ input: { viewId, name }, actor }) => {
    const { rowCount } = await db
      .execute(sql`update list_views set name = ${name} where id = ${viewId} and user_id = ${actor.userId}`)
      .catch(refuseInWords)
    if (rowCount === 0) throw new AppError('not_found')
    return {}
  })

  route(app, calls.deleteView, async ({ input: { viewId }, actor }) => {
    const { rowCount } = await db.execute(
      sql`delete from list_views where id = ${viewId} and user_id = ${actor.userId}`,
    )
    if (rowCount === 0) throw new AppError('not_found')
    return {}
  })
}

const COLUMNS = /^[\w ,-]{1,500}$/

/**
 * What is saved is what the list could be asked for.
 *
 * @throws AppError not_allowed for a list that the person may not read; invalid_request
 */
function requireQuery(resources: readonly Resource[], person: Person, list: string, query: Record<string, string>) {
  const resource = resources.find(({ name }) => name === list)
  if (!resource) throw new AppError('invalid_request', { msg: 'There is no such list' })
  if (resource.read !== 'session' && !person.permissions.includes(resource.read)) throw notAllowed(person)
  const { columns, size, ...asked } = query
  const isKnown =
    !('page' in asked) &&
    (columns === undefined || COLUMNS.test(columns)) &&
    (size === undefined || PAGE_SIZES.some((offered) => String(offered) === size)) &&
    resource.list.request.safeParse(asked).success
  if (!isKnown) throw new AppError('invalid_request', { msg: 'There is no such filter' })
}
