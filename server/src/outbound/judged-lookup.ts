import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { LookupFunction } from 'node:net'
import { createSecureContext, getCACertificates, type SecureContext } from 'node:tls'
import type { Config } from '../config.ts'
import { isAllowedAddress, isListed } from './address-rules.ts'

/** Which hosts this server may call, and which certificate authorities it trusts there. */
export type OutboundRules = Pick<Config, 'outboundAllow' | 'outboundCa'> & {
  /** The setting that names those authorities, `OUTBOUND_CA_FILE` by default. */
  caSetting?: string
}

/** Looks up all addresses of a host name. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

const resolveName: Resolve = (hostname) => lookup(hostname, { all: true })

/**
 * The addresses of a host name at this use. The caller must connect to exactly these: a second look-up may give other
 * addresses (requirement P15). All of them must be allowed, because one forbidden address among them is an attack.
 *
 * @throws Error for a name that leads inside the network, or nowhere
 */
export async function resolveOutbound(
  hostname: string,
  { outboundAllow }: OutboundRules,
  resolve: Resolve = resolveName,
): Promise<[LookupAddress, ...LookupAddress[]]> {
  const isTrusted = isListed(hostname, outboundAllow)
  const [first, ...others] = await resolve(hostname)
  if (first === undefined) throw new Error(`${hostname} leads nowhere`)
  const isAllowed = ({ address }: LookupAddress) => isTrusted || isAllowedAddress(address, outboundAllow)
  if (![first, ...others].every(isAllowed)) throw new Error(`${hostname} leads inside the network`)
  return [first, ...others]
}

/** The same as a `lookup` function for sockets. */
export function judgedLookup(rules: OutboundRules, resolve?: Resolve): LookupFunction {
  return (hostname, options, done) => {
    resolveOutbound(hostname, rules, resolve).then(
      (addresses) => {
        if (options.all === true) return done(null, addresses)
        const [{ address, family }] = addresses
        return done(null, address, family)
      },
      (error: Error) => done(error, []),
    )
  }
}

/** What Node advises when the authority of a certificate is unknown. */
const ADVICE = /; if the root CA is installed locally, .*$/

/** Why a connection has failed, for administrators: with the setting that helps instead of an option of Node. */
export const withSetting = (
  reason: string,
  { caSetting = 'OUTBOUND_CA_FILE' }: Pick<OutboundRules, 'caSetting'> = {},
) => reason.replace(ADVICE, `; if its authority is your own, name it in ${caSetting}`)

/** One context per certificate text: reading all authorities takes a while. */
const trusted = new Map<string, SecureContext>()

/** The public authorities and the operator's own one. `undefined` means the public authorities only. */
export function trustedBy({ outboundCa }: Pick<OutboundRules, 'outboundCa'>): SecureContext | undefined {
  if (outboundCa === null) return undefined
  const known = trusted.get(outboundCa)
  if (known !== undefined) return known
  const made = createSecureContext({ ca: [...getCACertificates('default'), outboundCa] })
  trusted.set(outboundCa, made)
  return made
}
