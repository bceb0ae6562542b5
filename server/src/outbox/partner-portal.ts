import { createHmac } from 'node:crypto'
import type { Config } from '../config.ts'
import type { CallPartner } from './outbox.ts'

const PATH = '/api/sso/createUserApplicationClinetRole' // sic
const TIMEOUT_MS = 5000

/**
 * Tells the partner portal of an assignment, server to server (decision L8). The body is signed, so that the partner
 * knows who calls: `X-Gatehouse-Signature: t=<seconds>,v1=<hex HMAC-SHA256 of "t.body">`. A repeat has the same
 * `Idempotency-Key`.
 *
 * @throws Error for whatever is no 2xx answer; the outbox tries again
 */
export function partnerPortal({ partnerPortal: partner }: Pick<Config, 'partnerPortal'>): CallPartner {
  return async (call, id) => {
    if (partner === null) throw new Error('PARTNER_PORTAL_URL is not set')
    const body = JSON.stringify(call)
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
    if (!answer.ok) throw new Error(`the partner portal answered ${answer.status}`)
  }
}
