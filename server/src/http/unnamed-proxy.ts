import type { IncomingMessage } from 'node:http'
import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import type { Logger } from 'pino'
import type { Config } from '../config.ts'

export type ProxyWatch = (request: Pick<IncomingMessage, 'headers' | 'socket'>) => void

/**
 * Checks each request for signs of a proxy that `TRUST_PROXY` does not name, and logs a warning once: behind such a
 * proxy all visitors have one address, and share its limits. Only a neighbour counts as a proxy; a caller on the
 * internet may invent the header.
 */
export function makeProxyWatch({ trustProxy }: Pick<Config, 'trustProxy'>, log: Logger): ProxyWatch {
  const trusts = proxyAddr.compile(trustProxy)
  let isNoted = false
  return ({ headers, socket }) => {
    if (isNoted) return
    const { remoteAddress = '' } = socket
    if (headers['x-forwarded-for'] === undefined && headers.forwarded === undefined) return
    if (trusts(remoteAddress, 0) || !isNeighbour(remoteAddress)) return
    isNoted = true
    log.warn(
      { proxy: remoteAddress },
      'A proxy forwards requests, and TRUST_PROXY does not name it: all visitors behind it count as one address.',
    )
  }
}

/** Addresses of this machine or its private network, where proxies run. */
const NEIGHBOURS: readonly string[] = ['loopback', 'private', 'linkLocal', 'uniqueLocal', 'carrierGradeNat']

function isNeighbour(address: string): boolean {
  return ipaddr.isValid(address) && NEIGHBOURS.includes(ipaddr.process(address).range())
}
