import fastifyStatic from '@fastify/static'
import { ERRORS } from '@gatehouse/contract/errors.ts'
import { SCREENS } from '@gatehouse/contract/screens.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentSecurityPolicy, type PageSources } from './security-headers.ts'
import { pagesByPath, readWebPage, WEB_DIST } from './web-page.ts'

const API_PREFIXES = ['/api/', '/oauth2/', '/dev/', '/docs/', '/uploads/', '/.well-known/']

/** What a page's policy must allow beside our own origin. */
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
      wildcard: false,
      // Made by the build, as small as they can be; served under the name of the file itself only.
      preCompressed: true,
      globIgnore: ['**/*.{br,gz}', 'index.html', 'first-screens.json'],
      // Names of assets hold a hash of their content.
      setHeaders: (reply, path) =>
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache'),
    })
    // A route and not the handler below alone: only what routes answer is compressed.
    app.get('/*', answer)
  }
  app.setNotFoundHandler(answer)
}

/** Unknown calls and files get a 404 in JSON, never the page (ASVS 14.2.5). */
function isCall(pathname: string): boolean {
  return API_PREFIXES.some((prefix) => pathname.startsWith(prefix)) || /\.[a-z0-9]+$/i.test(pathname)
}

function isScreenAt(pathname: string): boolean {
  const [, first] = pathname.split('/')
  // A target need not be a path, as in `GET *`.
  return first !== undefined && SCREENS.includes(first.toLowerCase())
}
