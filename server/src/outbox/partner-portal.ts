import { createHmac } from 'node:crypto'
import type { Config } from '../config.ts'
import type { Tx } from '../db/database.ts'
import type { Handler, Outbox } from './outbox.ts'

const PATH = '/api/sso/createUserApplicationClinetRole' // sic
const TIMEOUT_MS = 5000
const RETRY_SECONDS = [5, 30, 120, 600, 1800, 7200]

/** What the partner portal is told of an assignment; the names are its own (specification 2 section 7). */
export type PartnerCall = { userId: string; appName: string; ClientName: string; ClientID: string }

/** Tells the partner portal, once the cause is committed (decision L8). */
export function enqueuePartnerCall(outbox: Outbox, tx: Tx, call: PartnerCall): void {
  outbox.enqueue(tx, { kind: 'partner', lane: 'partner', content: call })
}

/**
 * Tells the partner portal of an assignment, server to server (decision L8). The body is signed, so that the partner
 * knows who calls: `X-Gatehouse-Signature: t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`. A repeat has the same
 * `Idempotency-Key`. Whatever is no 2xx answer is tried again.
 */
export function partnerHandler({ partnerPortal: partner }: Pick<Config, 'partnerPortal'>): Handler {
  return {
    retrySeconds: RETRY_SECONDS,
    deliver: async ({ id }, content) => {
      if (partner === null) throw new Error('PARTNER_PORTAL_URL is not set')
      const body = JSON.stringify(content)
      const seconds = Math.floor(Date.now() / 1000)
      const signature = createHmac('sha256', partner.secret).update(`${seconds}.${body}`).digest('hex')
      const answer = await fetch(new URL(PATH, partner.url), {
        method: 'POST',
        body,
        headers: {
          'content-type': 'application/json',
          'idempotency-key': id,
          'x-gatehouse-signature': `t=${seconds},v1=${signature}`,
        },
        redirect: 'error',
        signal: AbortSignal.timeout(TIMEOUT_MS),
      })
      await answer.body?.cancel()
      return { gateway: 'Partner portal', isSuccess: answer.ok, answer: `HTTP ${answer.status}` }
    },
  }
}
