import { createTransport, type SMTPPoolOptions, type SMTPPoolSentMessageInfo, type Transporter } from 'nodemailer'
import { type Mail, type OwnSenders, RecipientRefused } from './senders.ts'

/**
 * Of one message, waiting for a free connection included: less than the outbox waits before it gives it to another server,
 * and more than mail servers take that look at a message before they accept it. One that was kept and is thought lost goes
 * out twice.
 */
const SEND_TIMEOUT_MS = 45_000

/** How this server talks to every mail server. Content comes from texts alone, never from files or addresses. */
export function openPool(options: SMTPPoolOptions): Pool {
  return createTransport({
    ...options,
    pool: true,
    maxConnections: 5,
    // A connection that has gone in the meantime is replaced once; every other repeat is the outbox's.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 5000,
    socketTimeout: SEND_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

export type Pool = Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>

/** Sends email through the deployment's mail server. Its name in the message id makes repeats recognisable. */
export function smtpChannel(smtpUrl: string, from: string, domain: string): OwnSenders['email'] {
  const pool = openPool({ url: smtpUrl, name: domain })
  return (mail, id) => handOver(pool, mail, { from, replyTo: [], cc: [], messageId: `<${id}@${domain}>` })
}

type Address = { name: string; address: string }

type Heading = { from: string | Address; replyTo: Address[]; cc: Address[]; messageId: string }

/** No absence note answers to it (RFC 3834 §5). */
const OF_A_MACHINE = { 'Auto-Submitted': 'auto-generated' }

/**
 * Hands a mail to a server for the person, and once that is done for those who get a copy: a copy counts for nothing, and
 * no try that fails sends one. Gives the mail server's answer.
 *
 * @throws RecipientRefused, or another Error, with the mail server's answer, or why there is none
 */
export async function handOver(pool: Pool, mail: Mail, heading: Heading): Promise<string> {
  const { to, subject, text, html } = mail
  const { from } = heading
  // As parts, not as a line: nothing in an address is read as another one.
  const person = { name: '', address: to }
  const signal = AbortSignal.timeout(SEND_TIMEOUT_MS)
  const told = (error: unknown) =>
    signal.aborted ? `it took more than ${SEND_TIMEOUT_MS / 1000} seconds` : reasonOf(error)
  const sendTo = (recipients: Address[]) =>
    pool.sendMail({
      ...heading,
      headers: OF_A_MACHINE,
      to: person,
      subject,
      text,
      html,
      envelope: { from, to: recipients },
      signal,
    })
  const { response = '' } = await sendTo([person]).catch((error: unknown) => {
    const isFinal = finalityOf(error)
    throw isFinal === null ? new Error(told(error)) : new RecipientRefused(told(error), { isFinal })
  })
  const copied = heading.cc.filter(({ address }) => address !== to)
  if (copied.length === 0) return response
  const { rejectedErrors = [] } = await sendTo(copied).catch((error: unknown) => ({ rejectedErrors: [error] }))
  return [response, ...rejectedErrors.map((error) => `no copy: ${told(error)}`)].join(' · ')
}

type SmtpError = Error & { code?: string; response?: string; responseCode?: number; command?: string }

/**
 * No such mailbox, or one that takes nothing (RFC 3463 §3.2 and §3.3). Not 5.1.0, 5.1.7 and 5.1.8, which speak of the
 * sender, although some servers say so only once they know the recipient.
 */
const NO_MAILBOX = /^5\d\d[ -]5\.(1\.([1236]|10)|2\.\d+)\b/

/** Of a recipient that is refused for good, whether every gateway would; `null`: something else is wrong. */
function finalityOf(error: unknown): boolean | null {
  const { command, response = '' } = error as SmtpError
  return command === 'RCPT TO' && response.startsWith('5') ? NO_MAILBOX.test(response) : null
}

/** What administrators are told. Of something that is no mail server, nothing that it says. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '', message, response, responseCode } = error as SmtpError
  // The message ends with the server's answer.
  if (responseCode) return message
  if (response !== undefined || code === 'EPROTOCOL') return 'this is no mail server'
  if (code === 'ETIMEDOUT') return 'no answer in time'
  if (code === 'EAUTH') return 'the mail server does not accept these credentials'
  return message || code
}
