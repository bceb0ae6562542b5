import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Access, Endpoint } from '@gatehouse/contract/endpoint.ts'
import { ENDPOINTS } from '@gatehouse/contract/endpoints.ts'
import { NEEDS_REASON, REASON_HEADER } from '@gatehouse/contract/envelope.ts'
import { ERRORS } from '@gatehouse/contract/errors.ts'
import { isForServiceAccounts, SERVICE_KEY_PREFIX } from '@gatehouse/contract/service-accounts.ts'
import { TOUCHES } from '@gatehouse/contract/touch.ts'
import { UPLOADS, type Upload } from '@gatehouse/contract/uploads.ts'
import type { FastifyInstance } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from '../config.ts'
import { type Admit, serveLargeText } from './large-text.ts'
import { contentSecurityPolicy } from './security-headers.ts'

/** The API document, generated from the constants that also define the routes, and a page to read it. */
export function serveApiDocument(app: FastifyInstance, config: Config, admit: Admit) {
  const document = { path: '/openapi.json', type: 'application/json; charset=utf-8', admit }
  serveLargeText(app, document, async () => JSON.stringify(describeApi(config)))
  for (const [name, type] of Object.entries(PAGE_FILES))
    serveLargeText(app, { path: `/docs/assets/${name}`, type, admit }, () =>
      readFile(require.resolve(`swagger-ui-dist/${name}`)),
    )
  const policy = contentSecurityPolicy({ writesHtml: true })
  app.get('/docs', (_request, reply) => reply.header('content-security-policy', policy).type('text/html').send(PAGE))
  app.get('/docs/start.js', (_request, reply) => reply.type('text/javascript').send(START))
}

const require = createRequire(import.meta.url)

const PAGE_FILES = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
}

const PAGE = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>API</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="/docs/assets/swagger-ui.css"></head><body><main id="api"></main>
<script src="/docs/assets/swagger-ui-bundle.js"></script><script src="/docs/start.js"></script></body></html>`

const START = "SwaggerUIBundle({ url: '/openapi.json', dom_id: '#api', deepLinking: true, validatorUrl: null })"

function describeApi(config: Config) {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Gatehouse',
      version: '1',
      description:
        'Every call answers `{code, msg, data}` with the HTTP status equal to `code`. ' +
        'A body may instead be sent as `{encryptedData}`: compact JWE to a key of /api/crypto/keys. ' +
        `A change that is refused with \`needs: "${NEEDS_REASON}"\` in \`data\` is made when it is sent again with the reason, as percent-encoded UTF-8, in the header \`${REASON_HEADER}\`; an encrypted request has it as plain text in \`reason\`, beside \`body\`.`,
    },
    servers: [{ url: config.publicUrl.origin }],
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', description: 'The AutherisationToken of a sign-in' },
        serviceAccount: {
          ...{ type: 'http', scheme: 'bearer', bearerFormat: `${SERVICE_KEY_PREFIX}…` },
          description: 'A key of a service account. Calls without this scheme are for people.',
        },
        application: { type: 'http', scheme: 'basic', description: 'Application id and secret' },
      },
    },
    paths: Object.fromEntries([
      ...ENDPOINTS.map((call) => [
        call.path.replace(/:(\w+)/g, '{$1}'),
        { [call.method.toLowerCase()]: describeCall(call) },
      ]),
      ...UPLOADS.map((call) => [call.path, { post: describeUpload(call) }]),
    ]),
  }
}

function describeCall(call: Endpoint) {
  const request = schemaOf(call.request, 'input')
  const properties = Object.entries((request.properties ?? {}) as Record<string, unknown>)
  const required = new Set((request.required ?? []) as string[])
  return {
    operationId: operationId(call.path),
    summary: call.summary,
    ...(call.touches.length > 0 && { description: describeTouches(call) }),
    tags: [call.path.split('/')[2]],
    security: securityOf(call),
    ...(call.method === 'GET'
      ? {
          parameters: properties.map(([name, schema]) => ({ name, in: 'query', required: required.has(name), schema })),
        }
      : {
          parameters: [...call.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
            name,
            in: 'path',
            required: true,
            schema: { type: 'string', format: 'uuid' },
          })),
          requestBody: { required: true, content: { 'application/json': { schema: request } } },
        }),
    responses: {
      200: answer('Success', schemaOf(call.response, 'output')),
      ...Object.fromEntries(failuresOf(call.access).map((key) => [ERRORS[key].status, answer(ERRORS[key].msg, {})])),
    },
  }
}

const describeTouches = ({ touches }: Endpoint) =>
  `Judged before the change: ${touches.map((touch) => TOUCHES[touch]).join('; ')}.`

function describeUpload(call: Upload) {
  const { path, access, summary, field } = call
  const properties = { [field]: { type: 'string', contentMediaType: 'application/octet-stream' } }
  const schema = { type: 'object', properties, required: [field] }
  return {
    operationId: operationId(path),
    summary,
    tags: [path.split('/')[2]],
    security: securityOf(call),
    requestBody: { required: true, content: { 'multipart/form-data': { schema } } },
    responses: {
      200: answer('Success', {}),
      ...Object.fromEntries(failuresOf(access).map((key) => [ERRORS[key].status, answer(ERRORS[key].msg, {})])),
    },
  }
}

/** The last word of the path; when several calls end with the same word, the word before it, too. */
function operationId(path: string): string {
  const words = wordsOf(path)
  const isAlone = [...ENDPOINTS, ...UPLOADS].filter((call) => wordsOf(call.path).at(-1) === words.at(-1)).length === 1
  return words.slice(isAlone ? -1 : -2).join('_')
}

const wordsOf = (path: string) => path.split('/').filter((word) => !word.startsWith(':'))

function schemaOf(schema: z.ZodMiniType, io: 'input' | 'output'): Record<string, unknown> {
  const { $schema, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Record<string, unknown>
  return rest
}

/** The schemes of a call, each an alternative. */
function securityOf(call: Endpoint | Upload): Record<string, string[]>[] {
  const { access } = call
  const byKey = isForServiceAccounts(call) ? [{ serviceAccount: [] }] : []
  if (access === 'public') return byKey.length > 0 ? [{}, ...byKey] : []
  return access === 'application' ? [{ application: [] }] : [{ session: [] }, ...byKey]
}

function failuresOf(access: Access) {
  if (access === 'public') return ['invalid_request', 'too_many_attempts'] as const
  if (access === 'application') return ['invalid_request', 'application_unknown'] as const
  return ['invalid_request', 'not_signed_in', 'not_allowed', 'too_many_attempts'] as const
}

function answer(description: string, data: Record<string, unknown>) {
  const schema = {
    type: 'object',
    properties: { code: { type: 'integer' }, msg: { type: 'string' }, data },
    required: ['code', 'msg', 'data'],
  }
  return { description, content: { 'application/json': { schema } } }
}
