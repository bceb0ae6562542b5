import type { FastifyInstance } from 'fastify'

/** A caller who already has an answer with this `etag` gets 304 instead of its body (RFC 9110 §13.1.2). */
export function installConditionalAnswers(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    const tag = reply.getHeader('etag')
    const isKnown = request.method === 'GET' && reply.statusCode === 200 && tag === request.headers['if-none-match']
    if (typeof tag !== 'string' || !isKnown || typeof payload !== 'string') return done(null, payload)
    reply.code(304).removeHeader('content-type').removeHeader('content-length')
    done(null, null)
  })
}
