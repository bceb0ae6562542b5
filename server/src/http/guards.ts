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
  let hosts = ownHosts(config, null)
  app.addHook('onListen', async () => {
    hosts = ownHosts(config, app.server.address())
  })
  app.addHook('onRequest', async (request) => {
    if (PROBES.has(request.url)) return
    if (!hosts.has((request.headers.host ?? '').toLowerCase())) throw new AppError('misdirected')
    if (request.method !== 'POST') return
    const { origin } = request.headers
    const site = request.headers['sec-fetch-site']
    const isForeign =
      origin !== undefined ? !isOwnOrigin(origin, hosts, config) : site !== undefined && site !== 'same-origin'
    if (isForeign) throw new AppError('csrf_failed')
  })
}

/** The public host; in development the names of loopback too, at its port and at the one that is listened on. */
function ownHosts(config: Config, address: ReturnType<FastifyInstance['server']['address']>): Set<string> {
  const hosts = new Set([config.publicUrl.host])
  if (config.mode === 'production') return hosts
  const ports = [config.publicUrl.port, typeof address === 'object' && address !== null ? String(address.port) : '']
  for (const port of ports) for (const name of LOOPBACK_NAMES) hosts.add(port === '' ? name : `${name}:${port}`)
  return hosts
}

function isOwnOrigin(origin: string, hosts: Set<string>, config: Config): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  return protocol === config.publicUrl.protocol && hosts.has(host)
}
