import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'

/** A new secret in the form that receivers get: 256 random bits as base64 behind a prefix. */
export const newWebhookSecret = () => PREFIX + randomBytes(32).toString('base64')

/** The signed parts. A retry has the same id and another time. */
export type Signed = { id: string; timestamp: number; body: string }

/**
 * The header `webhook-signature` of Standard Webhooks 1.0: one signature for each secret, so that a receiver may verify
 * with the former or the new one while it changes over.
 *
 * @param timestamp in seconds
 */
export function signatureOf(secrets: readonly string[], { id, timestamp, body }: Signed): string {
  return secrets
    .map((secret) => {
      const key = Buffer.from(secret.slice(PREFIX.length), 'base64')
      return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`
    })
    .join(' ')
}
