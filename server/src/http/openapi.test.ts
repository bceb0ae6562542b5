import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { isForServiceAccounts } from '@gatehouse/contract/service-accounts.ts'
import { UPLOADS } from '@gatehouse/contract/uploads.ts'
import { WEBHOOK_EVENTS } from '@gatehouse/contract/webhook-events.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { useTestServer } from '../../test/server.ts'

type Schema = Record<string, unknown>
type Media = { content: Record<string, { schema: Schema }> }
type Operation = {
  operationId: string
  summary: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: Media & { required: boolean }
  responses: Record<string, Media & { description: string }>
}
type Document = {
  openapi: string
  info: { title: string; version: string }
  servers: { url: string }[]
  components: { securitySchemes: Record<string, { type: string; scheme: string }> }
  paths: Record<string, Record<string, Operation>>
}

const server = useTestServer()
let document: Document
beforeAll(async () => {
  document = (await get('/openapi.json')).json()
})

const get = (url: string) => server.app.inject({ method: 'GET', url, headers: { host: 'localhost:3000' } })

const operations = () =>
  Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, call]) => ({ path, method, call })),
  )

/** All objects inside a value, and the value itself. */
function* within(value: unknown): Generator<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null) return
  if (!Array.isArray(value)) yield value as Record<string, unknown>
  for (const inner of Object.values(value)) yield* within(inner)
}

/** The path parameters in the notation of OpenAPI. */
const inBraces = (path: string) => path.replace(/:(\w+)/g, '{$1}')

describe('the API document', () => {
  test('is valid OpenAPI 3.1 at the public address', async () => {
    expect((await get('/openapi.json')).headers['content-type']).toMatch(/^application\/json/)
    expect(document).toMatchObject({
      openapi: expect.stringMatching(/^3\.1\.\d+$/),
      info: { title: 'Gatehouse', version: expect.any(String) },
    })
    expect(document.servers).toEqual([{ url: 'http://localhost:3000' }])
    expect(Object.keys(document).toSorted()).toEqual(['components', 'info', 'openapi', 'paths', 'servers'])
  })

  test('describes exactly the calls of the contract', () => {
    const described = operations().map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    const declared = [
      ...ENDPOINTS.map(({ method, path }) => `${method} ${inBraces(path)}`),
      ...UPLOADS.map(({ path }) => `POST ${path}`),
    ]
    expect(described.toSorted()).toEqual(declared.toSorted())
  })

  test('gives each call a unique id, a summary and a group', () => {
    const ids = operations().map(({ call }) => call.operationId)
    expect(new Set(ids).size).toBe(ids.length)
    for (const { call } of operations()) {
      expect(call.operationId).toMatch(/^\w+$/)
      expect(call.summary).toMatch(/^[A-Z].+\.$/)
      expect(call.tags).toEqual([expect.any(String)])
    }
  })

  test('states the access of each call', () => {
    const schemes = new Set(Object.keys(document.components.securitySchemes))
    for (const call of ENDPOINTS) {
      const { method, path, access } = call
      const { security = [] } = document.paths[inBraces(path)]?.[method.toLowerCase()] ?? {}
      const named = security.flatMap((one) => Object.keys(one))
      expect(named.every((name) => schemes.has(name))).toBe(true)
      const byKey = isForServiceAccounts(call) ? ['serviceAccount'] : []
      const own = access === 'public' ? [] : [access === 'application' ? 'application' : 'session']
      expect(named).toEqual([...own, ...byKey])
    }
  })

  test('describes requests and answers, including failures', () => {
    const answer = {
      type: 'object',
      required: ['code', 'msg', 'data'],
      properties: { code: { type: 'integer' }, msg: { type: 'string' } },
    }
    const files = new Set<string>(UPLOADS.map(({ path }) => path))
    for (const { method, path, call } of operations()) {
      if (method === 'get') {
        expect(call.requestBody).toBeUndefined()
        const names = call.parameters?.map(({ name }) => name) ?? []
        expect(new Set(names).size).toBe(names.length)
        for (const one of call.parameters ?? [])
          expect(one).toMatchObject({ in: 'query', required: expect.any(Boolean), schema: expect.any(Object) })
      } else {
        for (const one of call.parameters ?? []) expect(one).toMatchObject({ in: 'path', required: true })
        expect(call.requestBody).toMatchObject({
          required: true,
          content: { [files.has(path) ? 'multipart/form-data' : 'application/json']: { schema: { type: 'object' } } },
        })
      }
      expect(Object.keys(call.responses)).toEqual(expect.arrayContaining(['200', '400']))
      for (const [status, response] of Object.entries(call.responses)) {
        expect(status).toMatch(/^[2-5]\d\d$/)
        expect(response).toMatchObject({
          description: expect.any(String),
          content: { 'application/json': { schema: answer } },
        })
      }
    }
  })

  test('has no dangling reference and no keyword of older versions', () => {
    for (const part of within(document)) {
      expect(part).not.toHaveProperty('$ref')
      expect(part).not.toHaveProperty('nullable')
      expect(part).not.toHaveProperty('$schema')
      if (typeof part.required !== 'undefined' && part.type === 'object') {
        expect(Object.keys(part.properties as object)).toEqual(expect.arrayContaining(part.required as string[]))
      }
    }
  })

  test('describes a call as it behaves', () => {
    const call = document.paths['/api/auth/oauth2/grantToken']?.post
    expect(call?.requestBody?.content['application/json']?.schema).toMatchObject({
      required: ['clientId', 'redirectUri', 'userId'],
      properties: {
        clientId: { type: 'string', format: 'uuid' },
        redirectUri: { type: 'string', maxLength: 2048 },
        client: { type: 'string' },
      },
    })
    expect(
      document.paths['/api/admin/webhooks/create']?.post?.requestBody?.content['application/json']?.schema,
    ).toMatchObject({
      properties: { events: { items: { enum: Object.keys(WEBHOOK_EVENTS) } } },
    })
    expect(Object.keys(WEBHOOK_EVENTS)).toContain('approval.uncovered')
    expect(document.paths['/api/users/roleBasedOnUserId']?.get?.parameters).toMatchObject([
      { name: 'userId', in: 'query', required: true, schema: { type: 'string' } },
    ])
    expect(document.paths['/api/application/updateApplication/{id}']?.post?.parameters).toMatchObject([
      { name: 'id', in: 'path', required: true },
    ])
  })
})

describe('the page that shows the API document', () => {
  test('runs only files of this server, and they exist', async () => {
    const page = await get('/docs')
    expect(page.headers['content-type']).toMatch(/^text\/html/)
    const scripts = [...page.payload.matchAll(/<script([^>]*)>(.*?)<\/script>/gs)]
    expect(scripts).toHaveLength(2)
    const sources = scripts.map(([, attributes = '', content]) => {
      expect(content).toBe('')
      return /^ src="(\/[^/"][^"]*)"$/.exec(attributes)?.[1] as string
    })
    for (const source of sources) {
      const { statusCode, headers } = await get(source)
      expect({ source, statusCode, type: headers['content-type'] }).toEqual({
        source,
        statusCode: 200,
        type: expect.stringMatching(/javascript/),
      })
    }
    const styles = [...page.payload.matchAll(/<link[^>]*href="([^"]*)"/g)].map(([, href]) => href as string)
    for (const style of styles) expect((await get(style)).headers['content-type']).toMatch(/^text\/css/)
    expect(page.payload).not.toMatch(/ on\w+=|style=|https?:/)
  })

  test('serves only its own files', async () => {
    for (const file of [
      'package.json',
      'absolute-path.js',
      'index.html',
      'swagger-initializer.js',
      '../package.json',
      '..%2fpackage.json',
      '%2e%2e/package.json',
      '',
      'swagger-ui.css/..',
    ]) {
      const { statusCode, headers } = await get(`/docs/assets/${file}`)
      expect({ file, statusCode, type: headers['content-type'] }).toEqual({
        file,
        statusCode: expect.toBeOneOf([400, 403, 404]),
        type: expect.stringMatching(/^application\/json/),
      })
    }
  })
})
