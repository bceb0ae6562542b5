import type { FastifyInstance } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'

const PROBES = new Set(['/healthz', '/readyz'])
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/**
 * Refuses requests for another host name, and changes that another site's page makes (security notes F5, D2).
 * Absolute URLs never come from a request; this keeps libraries from trying.
 */
export function installGuards(app: FastifyInstance, config: Config) {
  const own = () => ownHosts(config, app)
  app.addHook('onRequest', async (request) => {
    const { pathname } = new URL(request.url, 'http://path')
    if (PROBES.has(pathname)) return
    const hosts = own()
    if (!hosts.has((request.headers.host ?? '').toLowerCase())) throw new AppError('misdirected')
    if (request.method !== 'POST') return
    const { origin } = request.headers
    const site = request.headers['sec-fetch-site']
    const isForeign = origin !== undefined ? !isOwnOrigin(origin, hosts, config) : site !== undefined && site !== 'same-origin'
    if (isForeign) throw new AppError('csrf_failed')
  })
}

/** The public host; in development the names of loopback at the same port too. */
function ownHosts(config: Config, app: FastifyInstance): Set<string> {
  const hosts = new Set([config.publicUrl.host])
  if (config.mode === 'production') return hosts
  const address = app.server.address()
  const port = typeof address === 'object' && address !== null ? address.port : config.publicUrl.port || '80'
  for (const name of LOOPBACK_NAMES) hosts.add(`${name}:${port}`)
  return hosts
}

function isOwnOrigin(origin: string, hosts: Set<string>, config: Config): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  return protocol === config.publicUrl.protocol && hosts.has(host)
}
