import { AUDIT_DAYS_LEAST, type CheckedSecurity } from '@gatehouse/contract/admin/security/checklist.ts'
import ipaddr from 'ipaddr.js'
import type { Config } from '../../config.ts'

export type Judged = Pick<CheckedSecurity, 'kind' | 'state'> & Partial<CheckedSecurity>

type Settings = Pick<
  Config,
  'mode' | 'trustProxy' | 'outboundAllow' | 'metricsListen' | 'auditKeepDays' | 'publicUrl' | 'databaseUrl'
>
/** What the database says of the connection. */
export type Connection = {
  isEncrypted: boolean
  isSuperuser: boolean
  /** The address from which the database is reached; `null`: by a socket on the same machine. */
  address: string | null
}

/** What the configuration of the deployment says. */
export function judgeSettings(config: Settings, connection: Connection): Judged[] {
  const { metricsListen, outboundAllow, auditKeepDays } = config
  const isOpen = metricsListen !== null && !isLoopback(metricsListen.host)
  return [
    { kind: 'production', state: config.mode === 'production' ? 'good' : 'warning' },
    { kind: 'proxy', state: judgeProxy(config), count: config.trustProxy.length, names: config.trustProxy },
    { kind: 'databaseConnection', state: judgeConnection(connection) },
    // The embedded database has one account only.
    { kind: 'databaseAccount', state: connection.isSuperuser && config.databaseUrl !== null ? 'warning' : 'good' },
    {
      kind: 'outbound',
      state: outboundAllow.length === 0 ? 'good' : 'warning',
      count: outboundAllow.length,
      names: outboundAllow,
    },
    {
      kind: 'metrics',
      state: isOpen ? 'warning' : 'good',
      names: isOpen ? [`${metricsListen.host}:${metricsListen.port}`] : [],
    },
    { kind: 'auditKept', state: auditKeepDays < AUDIT_DAYS_LEAST ? 'warning' : 'good', count: auditKeepDays },
  ]
}

/** The server itself speaks http: https means a proxy, and then every caller has the address of the proxy. */
function judgeProxy({ trustProxy, publicUrl }: Settings): Judged['state'] {
  if (trustProxy.some((range) => /\/0+$/.test(range))) return 'danger'
  return trustProxy.length === 0 && publicUrl.protocol === 'https:' ? 'warning' : 'good'
}

/** In a private network, such as that of containers on one machine, only those in it can listen. */
function judgeConnection({ isEncrypted, address }: Connection): Judged['state'] {
  if (isEncrypted || address === null || isLoopback(address)) return 'good'
  return ['private', 'uniqueLocal'].includes(ipaddr.process(address).range()) ? 'warning' : 'danger'
}

const isLoopback = (host: string) =>
  ipaddr.isValid(host) ? ipaddr.process(host).range() === 'loopback' : host === 'localhost'
