import type { FastifyInstance } from 'fastify'
import type { Db } from '../db/database.ts'

/** `/healthz`: the process lives. `/readyz`: the database answers and no stop is under way. */
export function serveHealth(app: FastifyInstance, db: Db, isStopping: () => boolean) {
  app.get('/healthz', async () => ({ status: 'alive' }))
  app.get('/readyz', async (request, reply) => {
    if (isStopping()) return reply.code(503).send({ status: 'stopping' })
    try {
      await db.pool.query('select 1')
      return { status: 'ready' }
    } catch (error) {
      request.log.warn({ err: error }, 'database does not answer')
      return reply.code(503).send({ status: 'database does not answer' })
    }
  })
}
