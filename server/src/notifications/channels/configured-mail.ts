import type { SMTPPoolOptions } from 'nodemailer'
import { isListed, outboundHostProblem, outboundMailPortProblem } from '../../outbound/address-rules.ts'
import { connectOutbound } from '../../outbound/connect-outbound.ts'
import { type OutboundRules, type Resolve, trustedBy } from '../../outbound/judged-lookup.ts'
import { redactSecrets } from '../../outbound/redact-secrets.ts'
import type { EmailGateway } from '../gateways.ts'
import { RecipientRefused, type Senders } from './senders.ts'
import { handOver, openPool, type Pool } from './smtp.ts'

const IDLE_MS = 60_000

type Kept = { version: number; pool: Pool; closing: NodeJS.Timeout }

/**
 * Sends through the mail servers that administrators have configured.
 *
 * @param domain the domain of the message ids
 * @param resolve replaces the system's look-up of names
 */
export function configuredMail(rules: OutboundRules, domain: string, resolve?: Resolve): Senders['email'] {
  const kept = new Map<string, Kept>()
  /** Connections are kept for a minute, and used only with the settings they were opened with. */
  const poolTo = (gateway: EmailGateway): Pool => {
    const { lane, version } = gateway
    const known = kept.get(lane)
    // A pool with former settings is closed later, too, so that what it is sending can finish.
    known?.closing.refresh()
    if (known?.version === version) return known.pool
    const pool = openPool(settingsOf(gateway, rules, domain, resolve))
    const close = () => {
      pool.close()
      if (kept.get(lane)?.pool === pool) kept.delete(lane)
    }
    kept.set(lane, { version, pool, closing: setTimeout(close, IDLE_MS).unref() })
    return pool
  }

  return async (gateway, mail, id) => {
    const { fromAddress, fromName, replyTo, cc, host, port } = gateway
    const redact = (answer: string) => redactSecrets(answer, [gateway.password, gateway.token])
    const problem =
      outboundHostProblem(host, rules.outboundAllow) ?? outboundMailPortProblem(host, port, rules.outboundAllow)
    if (problem !== null) throw new Error(problem)
    const heading = {
      from: { name: fromName, address: fromAddress },
      replyTo: replyTo === '' ? [] : [addressed(replyTo)],
      cc: mail.isConfidential ? [] : cc.map(addressed),
      messageId: `<${id}@${domain}>`,
    }
    try {
      return redact(await handOver(poolTo(gateway), mail, heading))
    } catch (error) {
      const reason = redact(error instanceof Error ? error.message : String(error))
      throw error instanceof RecipientRefused ? new RecipientRefused(reason, error) : new Error(reason)
    }
  }
}

const addressed = (address: string) => ({ name: '', address })

export function settingsOf(
  gateway: EmailGateway,
  rules: OutboundRules,
  domain: string,
  resolve?: Resolve,
): SMTPPoolOptions {
  const { host, port, userName, password, token, type } = gateway
  const credentials =
    type.toLowerCase() === 'oauth2' && token !== ''
      ? { type: 'OAuth2' as const, user: userName, accessToken: token }
      : { user: userName, pass: password }
  const secureContext = trustedBy(rules)
  return {
    ...{ host, port, name: domain, secure: port === 465 },
    // The operator has listed this host, so the connection to it need not be encrypted.
    requireTLS: !isListed(host, rules.outboundAllow),
    ...(userName === '' ? {} : { auth: credentials, forceAuth: true }),
    tls: secureContext === undefined ? {} : { secureContext },
    getSocket: (_options, done) => {
      connectOutbound({ host, port }, rules, resolve).then(
        (connection) => done(null, { connection }),
        (error: Error) => done(error, false),
      )
    },
  }
}
