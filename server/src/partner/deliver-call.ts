import { createHmac } from 'node:crypto'
import { recordAudit } from '../audit/record-audit.ts'
import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import { callOutbound } from '../outbound/call-outbound.ts'
import type { Handler } from '../outbox/types.ts'
import { type PartnerContent, readContent } from './partner-content.ts'

// sic: the partner has named the first path; the second is named like it.
const PATHS = {
  assigned: '/api/sso/createUserApplicationClinetRole',
  removed: '/api/sso/deleteUserApplicationClinetRole',
} as const

const RETRY_SECONDS = [5, 30, 120, 600, 1800, 7200]

export const PARTNER_NAME = 'Partner portal'

type Needs = { db: Pick<Db, 'now'>; config: Pick<Config, 'partnerPortal' | 'outboundAllow' | 'outboundCa'> }

/**
 * Calls the partner portal, server to server. The body is signed, so that the partner can authenticate the call:
 * `X-Gatehouse-Signature: t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`. A retry has the same `Idempotency-Key`. Any
 * answer but 2xx is retried.
 */
export function partnerHandler({ db, config }: Needs): Handler {
  const { partnerPortal: partner, outboundAllow, outboundCa } = config
  return {
    retrySeconds: RETRY_SECONDS,
    deliver: async ({ id }, content) => {
      if (partner === null) throw new Error('PARTNER_PORTAL_URL is not set')
      const { change, call } = readContent(content as PartnerContent)
      const url = new URL(partner.url)
      url.pathname = url.pathname.replace(/\/$/, '') + PATHS[change]
      const body = JSON.stringify(call)
      const seconds = Math.floor((await db.now()).getTime() / 1000)
      const signature = createHmac('sha256', partner.secret).update(`${seconds}.${body}`).digest('hex')
      const headers = {
        'content-type': 'application/json',
        'idempotency-key': id,
        'x-gatehouse-signature': `t=${seconds},v1=${signature}`,
      }
      // The operator has configured this host, so it may lie inside the network.
      const rules = { outboundAllow: [...outboundAllow, url.hostname.replace(/^\[|\]$/g, '')], outboundCa }
      return callOutbound({ target: PARTNER_NAME, url: url.href, headers, body }, rules)
    },
    // The content holds names and ids only: administrators may read it and send it again.
    keepsContent: () => true,
    abandon: (tx, { id, userId: subjectId }, reason) =>
      recordAudit(tx, { event: 'calls.failed', subjectId, detail: { callId: id, reason } }),
  }
}
