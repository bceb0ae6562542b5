import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import { ERRORS } from '@gatehouse/contract/errors.ts'
import { SCREENS } from '@gatehouse/contract/screens.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentSecurityPolicy, DOCUMENT_HEADERS, type PageSources } from './security-headers.ts'
import { pagesByPath, readWebPage, WEB_DIST } from './web-page.ts'

const API_PREFIXES = ['/api/', '/oauth2/', '/dev/', '/docs/', '/uploads/', '/.well-known/']

/** What a page loads is under the policy of that page. A picture is not: it can be opened by itself. */
const PART_OF_A_PAGE = /\.(js|css|woff2)$/

/** What a page's policy must allow beside our own origin. @throws AppError too_many_attempts */
export type PagePolicy = (request: FastifyRequest) => Promise<PageSources>

/** Serves the built web app: its files, and its page under every address that is no call. */
export async function serveWebApp(app: FastifyInstance, pagePolicy: PagePolicy) {
  const page = readWebPage()
  const pageOf = page === null ? null : pagesByPath(page)

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    // Not by URL: it refuses `//`, and reads `//x/y` as host and path.
    const pathname = request.url.split('?')[0] as string
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isScreen = isScreenAt(pathname)
    // People are told by the page; a monitor that looks for something else must not take it for that.
    const isForPeople = isScreen || request.headers.accept?.includes('text/html')
    if (pageOf === null || !isRead || !isForPeople || isCall(pathname))
      return reply.code(404).send({ code: 404, msg: ERRORS.not_found.msg, data: null })
    if (!isScreen) reply.code(404)
    reply.header('content-security-policy', contentSecurityPolicy(await pagePolicy(request)))
    return reply.type('text/html').send(pageOf(pathname))
  }

  if (pageOf !== null) {
    await app.register(fastifyStatic, {
      root: WEB_DIST,
      index: false,
      serve: false,
      // Made by the build, as small as they can be.
      preCompressed: true,
      setHeaders: (reply, path) => {
        // Names of assets hold a hash of their content.
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
        if (PART_OF_A_PAGE.test(path)) for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
      },
    })
    // A route and not the handler below alone: only what routes answer is compressed.
    const files = listFiles()
    app.get('/*', { config: { pageOf } }, (request, reply) => {
      const [pathname = ''] = request.url.split('?')
      return files.has(pathname) ? reply.sendFile(pathname) : answer(request, reply)
    })
  }
  app.setNotFoundHandler(answer)
}

/** The paths of all files that the build made for browsers. The compressed ones have no paths of their own. */
function listFiles(): Set<string> {
  const paths = readdirSync(WEB_DIST, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(WEB_DIST, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
  return new Set(paths.filter((path) => !/\/\.|^\/(index\.html|first-screens\.json)$|\.(br|gz)$/.test(path)))
}

/** Unknown calls and files get a 404 in JSON, never the page (ASVS 14.2.5). */
function isCall(pathname: string): boolean {
  return API_PREFIXES.some((prefix) => pathname.startsWith(prefix)) || /\.[a-z0-9]+$/i.test(pathname)
}

function isScreenAt(pathname: string): boolean {
  // A target need not be a path, as in `GET *`; and `//host` names another site where somebody takes it for an address.
  if (!pathname.startsWith('/') || pathname.startsWith('//')) return false
  return SCREENS.includes((pathname.split('/')[1] as string).toLowerCase())
}
