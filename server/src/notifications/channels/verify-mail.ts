import type { SMTPPoolOptions } from 'nodemailer'
import { outboundHostProblem, outboundMailPortProblem } from '../../outbound/address-rules.ts'
import type { OutboundRules } from '../../outbound/judged-lookup.ts'
import { redactSecrets } from '../../outbound/redact-secrets.ts'
import type { EmailGateway } from '../gateways.ts'
import { settingsOf } from './configured-mail.ts'
import { openPool, ownSettings, reasonOf } from './smtp.ts'

/** Connects to a mail server and signs in there, and sends nothing. @throws Error with the reason */
async function verify(options: SMTPPoolOptions): Promise<void> {
  const pool = openPool(options)
  try {
    await pool.verify()
  } catch (error) {
    throw new Error(reasonOf(error), { cause: error })
  } finally {
    pool.close()
  }
}

/**
 * Tries the deployment's own mail server.
 *
 * @returns whether the connection is encrypted
 * @throws Error with the reason when no mail could be sent
 */
export async function verifyOwnMail(smtpUrl: string, domain: string, rules: OutboundRules): Promise<boolean> {
  const options = ownSettings(smtpUrl, domain, rules)
  const encrypted = await verify({ ...options, requireTLS: true }).then(
    () => true,
    () => false,
  )
  if (!encrypted) await verify(options)
  return encrypted
}

/** Tries a mail server that administrators have configured. @throws Error with the reason, without its secrets */
export async function verifyGateway(gateway: EmailGateway, rules: OutboundRules, domain: string): Promise<void> {
  const { host, port, password, token } = gateway
  const problem =
    outboundHostProblem(host, rules.outboundAllow) ?? outboundMailPortProblem(host, port, rules.outboundAllow)
  if (problem !== null) throw new Error(problem)
  await verify(settingsOf(gateway, rules, domain)).catch((error: Error) => {
    throw new Error(redactSecrets(error.message, [password, token]))
  })
}
