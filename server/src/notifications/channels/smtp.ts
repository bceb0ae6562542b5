import { createTransport } from 'nodemailer'
import type { Deliver } from '../../outbox/outbox.ts'

const TIMEOUT_MS = 10_000
const CONNECTIONS = 5

/** Sends email through the deployment's mail server. Its name in the message id makes repeats recognisable. */
export function smtpChannel(smtpUrl: string, from: string, domain: string): Deliver {
  const transport = createTransport({
    url: smtpUrl,
    pool: true,
    maxConnections: CONNECTIONS,
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, subject, text, html }, id) => {
    await transport.sendMail({
      from,
      to: { name: '', address: to },
      subject,
      text,
      html,
      messageId: `<${id}@${domain}>`,
    })
  }
}
