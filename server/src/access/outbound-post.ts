import { type LookupAddress, type LookupOptions, lookup } from 'node:dns'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isAllowedAddress, outboundUrlProblem } from './outbound.ts'

const TIMEOUT_MS = 5000

type LookedUp = (error: Error | null, addresses: LookupAddress[] | string, family?: number) => void

/**
 * Posts a form to an address that somebody has registered (security note D15): where its name leads to is judged at
 * this use, and that very address is connected to. No redirect is followed, and nothing of the answer is kept.
 *
 * @returns the status
 * @throws Error for an address inside the network, and for no answer within 5 seconds
 */
export async function postOutbound(
  address: string,
  form: Record<string, string>,
  allow: readonly string[],
): Promise<number> {
  const problem = outboundUrlProblem(address, allow)
  if (problem !== null) throw new Error(problem)
  const url = new URL(address)
  const body = new URLSearchParams(form).toString()
  const send = url.protocol === 'https:' ? requestHttps : requestHttp
  return new Promise((resolve, reject) => {
    const outgoing = send(
      url,
      {
        method: 'POST',
        agent: false,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'content-length': Buffer.byteLength(body) },
        lookup: judging(url.hostname, allow),
        signal: AbortSignal.timeout(TIMEOUT_MS),
      },
      (answer) => {
        answer.destroy()
        resolve(answer.statusCode ?? 0)
      },
    )
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

/** All addresses of a name must be allowed: one among them that is not is an attempt. */
function judging(hostname: string, allow: readonly string[]) {
  return (name: string, options: LookupOptions, done: LookedUp) =>
    lookup(name, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return done(error, [])
      const isListed = allow.includes(hostname)
      const isAllowed = addresses.every(({ address }) => isListed || isAllowedAddress(address, allow))
      const [first] = addresses
      if (!isAllowed || first === undefined) return done(new Error('the name leads inside the network'), [])
      return options.all === true ? done(null, addresses) : done(null, first.address, first.family)
    })
}
