import { EVALUATIONS_MAX_BYTES } from '@gatehouse/contract/authzen.ts'
import type { FastifyInstance } from 'fastify'
import type { Deps } from '../deps.ts'
import { authoriseApplication, LONG_BODY_MAX_BYTES, longBody } from '../http/route.ts'
import { makeAuthzen } from './authzen.ts'

/** The default paths of the specification, under our origin. */
const PATHS = {
  evaluation: ['access_evaluation_endpoint', '/access/v1/evaluation'],
  evaluations: ['access_evaluations_endpoint', '/access/v1/evaluations'],
  searchSubject: ['search_subject_endpoint', '/access/v1/search/subject'],
  searchResource: ['search_resource_endpoint', '/access/v1/search/resource'],
  searchAction: ['search_action_endpoint', '/access/v1/search/action'],
} as const

/** Keys as a JWK Set, without the envelope of our own calls, so that libraries read them. */
const RECEIPT_KEYS = '/access/v1/receipts/keys'
/** A new key is published for longer than this before it signs (keyring/signing-keys.ts). */
const KEYS_SECONDS = 300
const METADATA_SECONDS = 3600
/** A request id that is echoed: short, and safe as a header. */
const REQUEST_ID = /^[\x21-\x7e]{1,200}$/

/** Serves AuthZEN 1.0 to applications. Its answers have the form of the specification, and not that of our own calls. */
export async function serveAuthzen(app: FastifyInstance, deps: Deps) {
  const authzen = makeAuthzen(deps)
  const { origin } = deps.config.publicUrl
  const metadata = {
    policy_decision_point: origin,
    ...Object.fromEntries(Object.values(PATHS).map(([name, path]) => [name, `${origin}${path}`])),
  }
  app.get('/.well-known/authzen-configuration', (_request, reply) =>
    reply.header('cache-control', `public, max-age=${METADATA_SECONDS}`).send(metadata),
  )
  app.get(RECEIPT_KEYS, async (_request, reply) =>
    reply
      .header('cache-control', `public, max-age=${KEYS_SECONDS}`)
      .send({ keys: await deps.signingKeys.ofReceipts() }),
  )
  await app.register(async (requests) => {
    requests.addHook('onRequest', (request, reply, done) => {
      const id = request.headers['x-request-id']
      if (typeof id === 'string' && REQUEST_ID.test(id)) reply.header('x-request-id', id)
      done()
    })
    // The body of an error is its message alone.
    requests.addHook('preSerialization', async (_request, reply, payload) =>
      reply.statusCode < 400 ? payload : (payload as { msg: string }).msg,
    )
    for (const [name, [, path]] of Object.entries(PATHS)) {
      const limit =
        path === PATHS.evaluations[1] ? longBody(app.edge, EVALUATIONS_MAX_BYTES) : { bodyLimit: LONG_BODY_MAX_BYTES }
      requests.post(path, limit, async (request) => {
        const { applicationId } = await authoriseApplication(app.edge, request)
        return authzen[name as keyof typeof PATHS](applicationId, request.body)
      })
    }
  })
}
