import proxyAddr from '@fastify/proxy-addr'
import ipaddr from 'ipaddr.js'
import sql from 'sql-template-tag'
import { UNKNOWN_ADDRESS } from '../../http/client-address.ts'
import { addressesOf } from '../../outbound/reach.ts'
import { requestWithHeaders } from '../../outbound/request-outbound.ts'
import { type Finding, fault, ok, type Patient, reasonOf, warning } from './finding.ts'

const DISCOVERY = '/.well-known/openid-configuration'
/** With fewer callers, one address means nothing. */
const CALLERS_LEAST = 5
const LINES = 200

/** A server that is busy answers late, and is reached all the same. */
const WAIT_MS = 30_000

type Answer = Awaited<ReturnType<typeof requestWithHeaders>>

/** Calls the portal at its public address, as people do. */
export async function checkAddress({ config: { publicUrl, outboundCa } }: Patient): Promise<Finding[]> {
  const { hostname, origin, protocol } = publicUrl
  const addresses = await addressesOf(hostname).catch(() => null)
  if (addresses === null)
    return [fault('address', `${hostname} leads nowhere.`, 'Add the name of PUBLIC_URL to your name servers.')]
  const found = ok('address', `${origin} leads to ${addresses.join(', ')}.`)
  const bare = hostname.replace(/^\[|\]$/g, '')
  try {
    const call = {
      method: 'GET',
      url: new URL(DISCOVERY, publicUrl).href,
      headers: {},
      body: null,
      timeoutMs: WAIT_MS,
    } as const
    const answer = await requestWithHeaders(call, { outboundAllow: [bare], outboundCa })
    return [found, judgeAnswer(answer, origin), ...judgeCookies(answer, protocol)]
  } catch (error) {
    const mend = 'Start the server, and let your proxy and firewall pass requests for PUBLIC_URL on to it.'
    return [found, fault('address', `${origin} cannot be reached from here: ${reasonOf(error)}.`, mend)]
  }
}

function judgeAnswer({ status, text, headers }: Answer, origin: string): Finding {
  if (status === 421)
    return fault(
      'address',
      `The server at ${origin} does not know this name.`,
      'Let your proxy pass on the Host header unchanged, and start the server with the same PUBLIC_URL.',
    )
  if (status >= 300 && status <= 399)
    return fault(
      'address',
      `${origin} redirects to ${URL.parse(headers.location ?? '', origin)?.origin}.`,
      'Set PUBLIC_URL to the address to which it redirects, or remove the redirect from your proxy.',
    )
  if (status === 200 && issuerOf(text) === origin) return ok('address', 'The portal answers there.')
  const seen = status === 200 ? 'something other than this portal answers' : `the answer is HTTP ${status}`
  return fault('address', `At ${origin} ${seen}.`, 'Let your proxy pass requests for PUBLIC_URL on to the server.')
}

function issuerOf(text: string): string | null {
  try {
    return String((JSON.parse(text) as { issuer?: unknown }).issuer)
  } catch {
    return null
  }
}

/** The portal's own cookies always have these attributes; `__Host-` makes browsers refuse them without encryption. */
function judgeCookies({ headers: { 'set-cookie': set = [] } }: Answer, protocol: string): Finding[] {
  const loose = set.filter((cookie) => !/;\s*secure/i.test(cookie) || !/;\s*samesite=(lax|strict)/i.test(cookie))
  const names = loose.map((cookie) => cookie.split('=')[0])
  if (names.length > 0)
    return [
      warning(
        'cookies',
        `Your proxy adds cookies without Secure and SameSite: ${names.join(', ')}.`,
        'Give these cookies the attributes Secure and SameSite=Lax in the settings of the proxy.',
      ),
    ]
  const way = protocol === 'https:' ? 'PUBLIC_URL is https' : 'PUBLIC_URL is this machine'
  return [ok('cookies', `Cookies are Secure and SameSite=Lax, and browsers accept them: ${way}.`)]
}

/** Compares the trusted proxies with the addresses that the servers have seen. */
export async function checkProxy({ config: { trustProxy, publicUrl }, db }: Patient): Promise<Finding[]> {
  const { rows } = await db.execute<{ ip: string; count: number }>(sql`
    select ip, count(*)::int as count from (
      select ip from audit_events where ip is not null and at > now() - interval '7 days' order by number desc limit ${LINES}
    ) newest group by ip order by count desc`)
  const trusts = proxyAddr.compile(trustProxy)
  const [most] = rows
  const lines = rows.reduce((sum, { count }) => sum + count, 0)
  const unread = rows.find(({ ip }) => ip === UNKNOWN_ADDRESS)?.count ?? 0
  const proxies = rows.filter(({ ip }) => ipaddr.isValid(ip) && trusts(ip, 0))
  const findings: Finding[] = []
  // Some callers have gone before they were noted: only where most have no address, it is the proxy.
  if (trustProxy.length > 0 && unread >= CALLERS_LEAST && unread * 2 > lines)
    findings.push(
      warning(
        'proxy',
        `The callers of ${unread} lines of the audit have no address that can be read: they count as one.`,
        'Let your proxy write the address of the caller into X-Forwarded-For, and no name.',
      ),
    )
  if (trustProxy.length > 0 && proxies.length > 0)
    findings.push(
      warning(
        'proxy',
        `Requests came with the address of a trusted proxy: ${proxies.map(({ ip }) => ip).join(', ')}.`,
        'Let your proxy add X-Forwarded-For to every request.',
      ),
    )
  if (findings.length > 0) return findings
  if (publicUrl.protocol === 'https:' && rows.length === 1 && lines >= CALLERS_LEAST && isInside(most?.ip ?? ''))
    return [
      fault(
        'proxy',
        `All callers of the last week have the address ${most?.ip}: that of your proxy.`,
        `Set TRUST_PROXY to the addresses of your proxies, such as ${most?.ip}.`,
      ),
    ]
  return [ok('proxy', `The newest ${lines} lines of the audit have ${rows.length} addresses of callers.`)]
}

const isInside = (ip: string) => ipaddr.isValid(ip) && ipaddr.process(ip).range() !== 'unicast'
