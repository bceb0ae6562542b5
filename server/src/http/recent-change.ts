import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { COOKIES, setCookie } from './cookies.ts'

/** Longer than a replica may be behind, so that people see what they have changed. */
const RECENT_SECONDS = 10

/** Remembers in the browser, whichever server is asked next, that its person has just changed something. */
export function installRecentChange(app: FastifyInstance, { databaseReplicaUrl }: Pick<Config, 'databaseReplicaUrl'>) {
  if (databaseReplicaUrl === null) return
  app.addHook('onSend', (request, reply, _payload, done) => {
    if (request.method !== 'GET' && request.cookies[COOKIES.session] !== undefined)
      setCookie(reply, COOKIES.changed, '1', RECENT_SECONDS)
    done()
  })
}

/**
 * The database for a read that may lag a moment: lists, options, the activity and files. Programs that sign in without
 * a cookie always read the primary, because nothing tells what they have just changed.
 */
export function readerFor(db: Db, { cookies }: FastifyRequest): Db {
  const mayLag = cookies[COOKIES.session] !== undefined && cookies[COOKIES.changed] === undefined
  return mayLag ? db.reader() : db
}
