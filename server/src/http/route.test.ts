import { users } from '@gatehouse/contract/admin/people/users.ts'
import { type Access, type Endpoint, endpoint } from '@gatehouse/contract/endpoint.ts'
import type { Permission } from '@gatehouse/contract/permissions.ts'
import Fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { AppError } from '../errors.ts'
import type { Actor, Person } from '../identity/actor.ts'
import { makeEnvelopes } from './envelope.ts'
import { installErrorHandling } from './errors.ts'
import { route } from './route.ts'

const person = (permissions: Permission[]): Person => ({
  kind: 'person',
  sessionId: 's',
  userId: 'u',
  user: {
    _id: 'u',
    email: '',
    firstName: '',
    lastName: '',
    phoneNumber: '',
    cPortalId: '',
    userName: '',
    profileImage: '',
  },
  role: 'User',
  permissions,
  lacksStrongSignIn: false,
  lacksPasskey: false,
  mustConfirm: false,
  via: 'cookie',
  acting: null,
  lastSignInAt: null,
})

/** A server with one call of the given access, and a fixed caller. */
async function serve(access: Access, caller: Actor | null) {
  const app = Fastify()
  const handled: unknown[] = []
  app.decorateRequest('cookies', { getter: () => ({}) })
  app.decorate('edge', {
    authenticators: {
      person: async () => (caller?.kind === 'person' ? caller : null),
      hasServiceKey: () => caller?.kind === 'service-account',
      serviceAccount: async () => {
        if (caller?.kind !== 'service-account') throw new AppError('not_signed_in')
        return caller
      },
      application: async () => (caller?.kind === 'application' ? caller : null),
      refuseUnconfirmed: async () => {
        throw new AppError('confirmation_needed')
      },
    },
    envelopes: makeEnvelopes('accept', {
      find: async () => null,
      claim: async () => true,
      now: async () => new Date(),
    }),
    served: new Set<Endpoint>(),
    limit: async () => undefined,
  })
  installErrorHandling(app, async () => undefined)
  const call = endpoint({
    method: 'POST',
    path: '/api/things/change',
    access,
    summary: 'Changes a thing.',
    message: 'Changed',
    request: z.object({ name: z.string('Name is required').check(z.minLength(2, 'Too Short!')) }),
    response: z.object({ name: z.string() }),
  })
  route(app, call, async ({ input }) => {
    handled.push(input)
    return { ...input, secret: 'kept' }
  })
  const send = async (payload: object) => (await app.inject({ method: 'POST', url: call.path, payload })).json()
  return { send, handled }
}

const application: Actor = { kind: 'application', applicationId: 'a' }

describe('a call is handled exactly for the callers that its access names:', () => {
  test.each<[Access, string, Actor | null, number]>([
    ['public', 'a visitor', null, 200],
    ['session', 'a visitor', null, 401],
    ['session', 'an application', application, 401],
    ['session', 'someone signed in', person([]), 200],
    ['users:read', 'a visitor', null, 401],
    ['users:read', 'an application', application, 401],
    ['users:read', 'someone without permissions', person([]), 403],
    ['users:read', 'someone with other permissions', person(['users:write', 'roles:read', 'audit:read']), 403],
    ['users:read', 'someone with the permission', person(['roles:read', 'users:read']), 200],
    ['application', 'a visitor', null, 401],
    ['application', 'someone with every permission', person(['users:read', 'users:write', 'applications:write']), 401],
    ['application', 'an application', application, 200],
  ])('%s, by %s', async (access, _who, caller, code) => {
    const { send, handled } = await serve(access, caller)
    expect((await send({ name: 'new' })).code).toBe(code)
    expect(handled).toHaveLength(code === 200 ? 1 : 0)
  })
})

test('a caller without access is refused before the input is parsed', async () => {
  expect((await (await serve('users:read', person([]))).send({ name: 1 })).code).toBe(403)
})

test('fields that the contract does not name are dropped from requests and answers (T084)', async () => {
  const { send, handled } = await serve('public', null)
  expect(await send({ name: 'new', isAdmin: true, code: 0 })).toEqual({
    code: 200,
    msg: 'Changed',
    data: { name: 'new' },
  })
  expect(handled).toEqual([{ name: 'new' }])
})

test('the first problem is the message, and each field has its own', async () => {
  const { send, handled } = await serve('public', null)
  expect(await send({ name: '' })).toEqual({ code: 400, msg: 'Too Short!', data: { fields: { name: 'Too Short!' } } })
  expect(await send({})).toEqual({ code: 400, msg: 'Name is required', data: { fields: { name: 'Name is required' } } })
  expect(handled).toEqual([])
})

test('a server with a call that touches rights but is not guarded does not start', () => {
  expect(() => route(Fastify(), users.remove, async () => ({ _id: '' }))).toThrow(
    '/api/users/deleteUser touches standing: serve it through the guard',
  )
})
