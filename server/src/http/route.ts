import type {} from '@fastify/compress'
import type {} from '@fastify/cookie'
import {
  type Endpoint,
  type Input,
  mayAskToConfirm,
  type Output,
  type WhileActing,
} from '@gatehouse/contract/endpoint.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import { isForServiceAccounts, ONLY_PEOPLE } from '@gatehouse/contract/service-accounts.ts'
import type { Touch } from '@gatehouse/contract/touch.ts'
import type { Upload } from '@gatehouse/contract/uploads.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../errors.ts'
import type { Actor, Application, Caller, Person } from '../identity/actor.ts'
import type { Authenticators } from './authenticators.ts'
import { canonicalAddress } from './client-address.ts'
import type { Envelopes } from './envelope.ts'
import { hidingNames } from './hide-names.ts'
import { notAllowed } from './not-allowed.ts'
import { refuseWhileActing } from './not-while-acting.ts'
import { ownBodyLimit } from './own-body-limit.ts'
import { parseInput } from './parse-input.ts'
import { makeStrip } from './strip.ts'

type ActorOf<E extends Endpoint> = E['access'] extends 'application'
  ? Application
  : E['access'] extends 'public'
    ? null
    : E['serviceAccounts'] extends false | undefined
      ? Person
      : Caller

export type Call<E extends Endpoint> = {
  input: Input<E>
  /** The input as it was sent, opened but not parsed: with what the schema leaves out. */
  sent: unknown
  /** The caller; `null` for public calls, which may use `person()` instead. */
  actor: ActorOf<E>
  /** The signed-in person, for public calls that then answer differently. */
  person: () => Promise<Person | null>
  request: FastifyRequest
  reply: FastifyReply
}

/**
 * For signed-in people, because templates are long, and for applications, which ask many questions at once. For all
 * others the server's own limit applies (requirement P22).
 */
export const LONG_BODY_MAX_BYTES = 512 * 1024

/** Refuses an address that sends too many requests. @throws AppError too_many_attempts */
type Limit = (address: string) => Promise<void>

export type Edge = {
  authenticators: Authenticators
  envelopes: Envelopes
  served: Set<Endpoint | Upload>
  limit: Limit
}

/**
 * Serves a call that, by its declaration, changes nobody's rights.
 *
 * @throws Error at the start for any other call: its effect on rights must be judged before the change
 */
export function route<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Output<E>>,
) {
  if (endpoint.touches.length > 0)
    throw new Error(`${endpoint.path} touches ${endpoint.touches.join(', ')}: serve it through the guard`)
  judgedRoute(app, endpoint, handle)
}

/**
 * Serves one call of the contract, for the guard (`admin/engine/guard/`): checks access, opens the envelope, parses the
 * input, strips the output, wraps it.
 *
 * @param fieldNames see `parseInput`
 * @throws AppError not_signed_in, not_allowed, application_unknown, or invalid_request with the first field's message
 */
export function judgedRoute<E extends Endpoint>(
  app: FastifyInstance,
  endpoint: E,
  handle: (call: Call<E>) => Promise<Output<E>>,
  fieldNames?: readonly string[],
) {
  const edge = app.edge
  const strip = makeStrip(endpoint.response)
  edge.served.add(endpoint)
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    ...(endpoint.access === 'public' ? {} : { bodyLimit: LONG_BODY_MAX_BYTES }),
    ...(endpoint.access === 'application' && endpoint.bodyMaxBytes !== undefined
      ? longBody(edge, endpoint.bodyMaxBytes)
      : {}),
    // Only reads have long answers; answers to sign-ins and changes are short, or contain a secret (see
    // `installCompression`).
    ...(isRead(endpoint) ? {} : { compress: false as const }),
    handler: async (request, reply) => {
      // Fastify's headers and cookies have the types that `CallRequest` needs.
      const actor = await authorise(endpoint, edge, request)
      const { body, reason, sealAnswer } = await edge.envelopes.open(endpoint, request)
      request.sealedReason = reason
      const names = hidingNames(endpoint, actor)
      const data = await handle({
        // The schema guarantees the type.
        input: parseInput(endpoint.request, body, fieldNames) as Input<E>,
        sent: body,
        actor: actor as ActorOf<E>,
        person: async () => {
          const person = await edge.authenticators.person(request)
          refuseWhileActing(endpoint, person)
          return person
        },
        request,
        reply,
      }).catch((error: unknown) => {
        throw names.inError(error)
      })
      const msg = endpoint.messageOf?.(data as never) ?? endpoint.message
      return { code: 200, msg, data: await sealAnswer(names.inAnswer(strip(data))) }
    },
  })
}

/** The options of a route to which applications send more than `LONG_BODY_MAX_BYTES`. */
export const longBody = (edge: Edge, maxBytes: number) =>
  ownBodyLimit(maxBytes, LONG_BODY_MAX_BYTES, (request) => authoriseApplication(edge, request))

function isRead({ method, access }: Endpoint): boolean {
  return method === 'GET' && access !== 'public' && access !== 'application'
}

async function authorise(
  endpoint: Endpoint,
  { authenticators, limit }: Pick<Edge, 'authenticators' | 'limit'>,
  request: FastifyRequest,
): Promise<Actor | null> {
  const { access } = endpoint
  if (access !== 'public' && access !== 'application')
    return authoriseCaller({ ...endpoint, access }, { authenticators, limit }, request)
  if (access === 'public') {
    await limit(canonicalAddress(request.ip))
    if (!isForServiceAccounts(endpoint) && authenticators.hasServiceKey(request)) throw onlyPeople()
    return null
  }
  return authoriseApplication({ authenticators, limit }, request)
}

/** @throws AppError application_unknown or too_many_attempts */
export async function authoriseApplication(
  { authenticators, limit }: Pick<Edge, 'authenticators' | 'limit'>,
  request: FastifyRequest,
): Promise<Application> {
  const application = await authenticators.application(request)
  if (application !== null) return application
  // Made-up credentials cost a look-up, so they count like a public call. Right ones are never delayed.
  await limit(canonicalAddress(request.ip))
  throw new AppError('application_unknown')
}

/** What decides who may make a call. */
type Guarded = {
  readonly access: 'session' | Permission
  readonly serviceAccounts?: boolean
  readonly touches?: readonly Touch[]
  readonly isSensitive?: boolean
  readonly whileActing?: WhileActing
}

/** @throws AppError not_signed_in, not_allowed, confirmation_needed, too_many_attempts, or csrf_failed */
export async function authoriseCaller(
  call: Guarded,
  { authenticators, limit }: Pick<Edge, 'authenticators' | 'limit'>,
  request: FastifyRequest,
): Promise<Caller> {
  const { access } = call
  const caller = authenticators.hasServiceKey(request)
    ? await authenticators.serviceAccount(request)
    : await authenticators.person(request)
  if (caller === null) {
    // A made-up session costs a look-up, so it counts like a public call.
    await limit(canonicalAddress(request.ip))
    throw new AppError('not_signed_in')
  }
  if (caller.kind === 'person') refuseWhileActing(call, caller)
  if (caller.kind === 'service-account' && !isForServiceAccounts(call)) throw onlyPeople()
  if (access !== 'session' && !caller.permissions.includes(access)) throw notAllowed(caller)
  if (caller.kind === 'person' && caller.mustConfirm && mayAskToConfirm(call))
    await authenticators.refuseUnconfirmed(caller)
  return caller
}

const onlyPeople = () => new AppError('not_allowed', { msg: ONLY_PEOPLE })

declare module 'fastify' {
  interface FastifyInstance {
    edge: Edge
  }
  interface FastifyRequest {
    /** Why the change is made, where an encrypted request says it inside. */
    sealedReason?: string | undefined
  }
}
