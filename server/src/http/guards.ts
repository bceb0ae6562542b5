import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import { AppError } from '../errors.ts'
import { RELATED_ORIGINS_PATH } from './related-origins.ts'

/** Answered under every name: probes use that of the machine, and browsers a former host name of the portal. */
const UNDER_EVERY_NAME = new Set(['/healthz', '/readyz', RELATED_ORIGINS_PATH])
const LOOPBACK_NAMES = ['localhost', '127.0.0.1', '[::1]']

/** The host names that this server answers under. */
export type OwnHosts = {
  has: (host: string | undefined) => boolean
  /** Call it when the address on which the server listens is known. */
  learn: (address: Address) => void
}

type Address = ReturnType<FastifyInstance['server']['address']>

export function makeOwnHosts(config: Config): OwnHosts {
  let hosts = namesOf(config, null)
  return {
    has: (host = '') => hosts.has(host.toLowerCase()),
    learn: (address) => {
      hosts = namesOf(config, address)
    },
  }
}

/**
 * Refuses requests for another host name, changes made by a page of another site (requirements P22 and P2), and
 * compressed bodies. We never take absolute URLs from a request; this keeps libraries from doing so.
 */
export function installGuards(app: FastifyInstance, config: Config, hosts: OwnHosts) {
  app.addHook('onListen', async () => hosts.learn(app.server.address()))
  const refusal = ({ url, method, headers }: FastifyRequest): AppError | undefined => {
    if (UNDER_EVERY_NAME.has(url)) return undefined
    if (!hosts.has(headers.host)) return new AppError('misdirected')
    if (method !== 'POST') return undefined
    const { origin } = headers
    const site = headers['sec-fetch-site']
    const isForeign =
      origin !== undefined ? !isOwnOrigin(origin, hosts, config) : site !== undefined && site !== 'same-origin'
    if (isForeign) return new AppError('csrf_failed')
    // A proxy would decode the body and check another text than the one that is read here.
    return isEncoded(headers['content-encoding']) ? new AppError('media_type_unsupported') : undefined
  }
  app.addHook('onRequest', (request, reply, done) => {
    const client = config.clientHosts.get(request.headers.host?.toLowerCase() ?? '')
    // Cookies and passkeys belong to one host: the others only lead there. The path is not taken along, because a part of it
    // could be read as a host.
    if (client === undefined || hosts.has(request.headers.host) || !isRead(request)) return done(refusal(request))
    void reply.redirect(new URL(`/login?client=${client}`, config.publicUrl).href, 303)
  })
}

const isRead = ({ url, method }: FastifyRequest) =>
  (method === 'GET' || method === 'HEAD') && !UNDER_EVERY_NAME.has(url)

const isEncoded = (encoding = 'identity') => encoding.toLowerCase() !== 'identity'

/**
 * The public host; in development also the loopback names, with its port and with the port that the server listens on.
 */
function namesOf(config: Config, address: Address): Set<string> {
  const hosts = new Set([config.publicUrl.host])
  if (config.mode === 'production') return hosts
  const ports = [config.publicUrl.port, typeof address === 'object' && address !== null ? String(address.port) : '']
  for (const port of ports) for (const name of LOOPBACK_NAMES) hosts.add(port === '' ? name : `${name}:${port}`)
  return hosts
}

function isOwnOrigin(origin: string, hosts: OwnHosts, config: Config): boolean {
  if (!URL.canParse(origin)) return false
  const { protocol, host } = new URL(origin)
  return protocol === config.publicUrl.protocol && hosts.has(host)
}
