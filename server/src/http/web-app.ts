import fastifyStatic from '@fastify/static'
import { ERRORS } from '@gatehouse/contract/errors.ts'
import { SCREENS } from '@gatehouse/contract/screens.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { contentSecurityPolicy, DOCUMENT_HEADERS, type PageSources } from './security-headers.ts'
import { isAssetPath, type WebAsset } from './web-assets.ts'
import { openWebBuild, WEB_DIST } from './web-build.ts'

const API_PREFIXES = ['/api/', '/oauth2/', '/dev/', '/docs/', '/uploads/', '/.well-known/']

/** Files that a page loads are under the policy of that page, compressed or not. A picture can also be opened by itself. */
const PART_OF_A_PAGE = /\.(js|css|woff2)(\.(br|gz))?$/

/** The origins that a page's policy must allow besides our own. @throws AppError too_many_attempts */
export type PagePolicy = (request: FastifyRequest) => Promise<PageSources>

/** A file of another release, or `null`. @throws AppError too_many_attempts */
export type OtherAssets = (request: FastifyRequest, path: string) => Promise<WebAsset | null>

/** Serves the web app built in a folder: its files, and its page at every address that is no call and no file. */
export async function serveWebApp(
  app: FastifyInstance,
  pagePolicy: PagePolicy,
  otherAssets: OtherAssets,
  folder = WEB_DIST,
) {
  const build = openWebBuild(folder)

  async function answer(request: FastifyRequest, reply: FastifyReply) {
    // `new URL` would not do: it refuses `//`, and reads `//x/y` as host and path.
    const pathname = request.url.split('?')[0] as string
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    const isScreen = isScreenAt(pathname)
    // People see the error on the page; a monitor that requests another path must get a real 404.
    const isForPeople = isScreen || request.headers.accept?.includes('text/html')
    const built = build()
    if (built === null || !isRead || !isForPeople || isCall(pathname))
      return reply.code(404).send({ code: 404, msg: ERRORS.not_found.msg, data: null })
    if (!isScreen) reply.code(404)
    reply.header('content-security-policy', contentSecurityPolicy(await pagePolicy(request)))
    return reply.type('text/html').send(built.pageOf(pathname))
  }

  if (build() !== null) {
    await app.register(fastifyStatic, {
      root: folder,
      index: false,
      serve: false,
      // The build has made the compressed files, as small as possible.
      preCompressed: true,
      setHeaders: setFileHeaders,
    })
    // A route, not only the handler below, because only answers of routes are compressed.
    const pageOf = (pathname: string) => build()?.pageOf(pathname) ?? ''
    app.get('/*', { config: { pageOf } }, async (request, reply) => {
      const [pathname = ''] = request.url.split('?')
      if (build()?.files.has(pathname)) return reply.sendFile(pathname)
      const asset = isAssetPath(pathname) ? await otherAssets(request, pathname) : null
      return asset === null ? answer(request, reply) : sendAsset(reply, pathname, asset)
    })
  }
  app.setNotFoundHandler(answer)
}

/** The names of assets contain a hash of their content. */
function setFileHeaders(reply: Pick<FastifyReply, 'header' | 'removeHeader'>, path: string) {
  reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
  if (PART_OF_A_PAGE.test(path)) for (const name of DOCUMENT_HEADERS) reply.removeHeader(name)
}

/** As a file of the own build is sent. */
function sendAsset(reply: FastifyReply, path: string, { content, type, encoding }: WebAsset) {
  setFileHeaders(reply, path)
  reply.headers({ 'content-type': type, vary: 'accept-encoding' })
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(content)
}

/** Unknown calls and files get a 404 in JSON, never the page (ASVS 14.2.5). */
function isCall(pathname: string): boolean {
  return API_PREFIXES.some((prefix) => pathname.startsWith(prefix)) || /\.[a-z0-9]+$/i.test(pathname)
}

function isScreenAt(pathname: string): boolean {
  // A request target may be no path, as in `GET *`; and `//host` in a link or redirect means another site.
  if (!pathname.startsWith('/') || pathname.startsWith('//')) return false
  return SCREENS.includes((pathname.split('/')[1] as string).toLowerCase())
}
