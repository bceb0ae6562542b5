import { createHash } from 'node:crypto'
import * as calls from '@gatehouse/contract/pages.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { Deps } from '../deps.ts'
import { route } from '../http/route.ts'
import { publishPages } from './publish-pages.ts'
import { readUsablePages } from './read-usable-pages.ts'

/** The calls of applications about their own pages. */
export function servePages(app: FastifyInstance, deps: Deps) {
  const { db, subjects } = deps

  route(app, calls.publishPages, async ({ input: { pages }, actor, request }) =>
    db.transaction(async (tx) => {
      // An application says itself what its pages are called, also where a second person confirms what people may approve.
      // It says nothing about who approves on them.
      await tx.execute(sql`
        select set_config('gatehouse.author', ${actor.applicationId}, true),
          set_config('gatehouse.confirmed_matrix', ${actor.applicationId}, true), set_config('gatehouse.gives_access', 'on', true)`)
      return publishPages(deps, tx, actor.applicationId, pages, { actorId: null, ip: request.ip, assignsPages: true })
    }),
  )

  void app.register(async (tagged) => {
    tagTheAnswer(tagged)
    route(tagged, calls.pagesOfPerson, async ({ input: { person, client }, actor: { applicationId } }) => {
      const { usable } = await subjects.inTermsOf(applicationId, async (resolve) => {
        const [userId = null] = await resolve([person])
        return readUsablePages(db, applicationId, { userId, client })
      })
      return usable
    })
  })
}

/** Gives each answer an entity tag, and no body to whoever has the same one already (RFC 9110 section 13.1.2). */
function tagTheAnswer(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (reply.statusCode !== 200 || typeof payload !== 'string') return payload
    const tag = `"${createHash('sha256').update(payload).digest('base64url')}"`
    reply.header('etag', tag).header('cache-control', 'private, no-cache')
    const known = request.headers['if-none-match']?.split(',').map((one) => one.trim().replace(/^W\//, '')) ?? []
    if (!known.includes(tag) && !known.includes('*')) return payload
    reply.code(304)
    return ''
  })
}
