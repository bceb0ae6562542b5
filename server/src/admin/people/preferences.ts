import { userPreferences } from '@gatehouse/contract/admin/people/preferences.ts'
import { OPTIONAL_NOTICES } from '@gatehouse/contract/own-notices.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { findPreferences } from '../../identity/preferences.ts'

/** What people have chosen for themselves, to read only: it is theirs. */
export function serveUserPreferences(app: FastifyInstance, { db }: Pick<Deps, 'db'>) {
  route(app, userPreferences, async ({ input: { userId } }) => {
    const [chosen, { rows }] = await Promise.all([
      findPreferences(db, userId),
      db.execute<{ putOff: string[] }>(sql`select notices_put_off as "putOff" from users where id = ${userId}`),
    ])
    if (chosen === null) throw new AppError('not_found')
    return { ...chosen, putOff: OPTIONAL_NOTICES.filter((notice) => rows[0]?.putOff.includes(notice)) }
  })
}
