import { createTransport, type SMTPPoolOptions, type SMTPPoolSentMessageInfo, type Transporter } from 'nodemailer'
import { isListed, outboundHostProblem } from '../../outbound/address-rules.ts'
import { type OutboundRules, trustedBy, withSetting } from '../../outbound/judged-lookup.ts'
import { mailSent } from '../../signals.ts'
import { type Mail, type OwnSenders, RecipientRefused } from './senders.ts'

/**
 * The limit for one message, including the wait for a free connection: shorter than the outbox lease, and longer than
 * mail servers need that scan a message before they accept it. A message that was accepted after the limit is sent
 * twice.
 */
const SEND_TIMEOUT_MS = 45_000

/** The settings for every mail server. Content comes from strings only, never from files or addresses. */
export function openPool(options: SMTPPoolOptions): Pool {
  return createTransport({
    ...options,
    pool: true,
    maxConnections: 5,
    // A broken connection is replaced once; all other retries are the outbox's.
    maxRequeues: 1,
    connectionTimeout: 10_000,
    greetingTimeout: 5000,
    socketTimeout: SEND_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

export type Pool = Transporter<SMTPPoolSentMessageInfo, SMTPPoolOptions>

/** Sends email through the deployment's mail server. Receivers recognise a repeat by the message id. */
export function smtpChannel(smtpUrl: string, from: string, domain: string, rules: OutboundRules): OwnSenders['email'] {
  const pool = openPool(ownSettings(smtpUrl, domain, rules))
  return (mail, id) => handOver(pool, mail, { from, replyTo: [], cc: [], messageId: `<${id}@${domain}>` })
}

/**
 * The settings for the deployment's mail server. One outside the network gets neither credentials nor codes unencrypted, also
 * when somebody in between hides that it offers STARTTLS.
 */
export function ownSettings(smtpUrl: string, domain: string, rules: OutboundRules): SMTPPoolOptions & { url: string } {
  const secureContext = trustedBy(rules)
  const { hostname } = new URL(smtpUrl)
  const requireTLS = outboundHostProblem(hostname, []) === null && !isListed(hostname, rules.outboundAllow)
  return { url: smtpUrl, name: domain, requireTLS, ...(secureContext === undefined ? {} : { tls: { secureContext } }) }
}

type Address = { name: string; address: string }

type Heading = { from: string | Address; replyTo: Address[]; cc: Address[]; messageId: string }

/** Prevents automatic replies such as absence notes (RFC 3834 §5). */
const AUTO_SUBMITTED = { 'Auto-Submitted': 'auto-generated' }

/**
 * Sends a mail to the person and then, in a second step, to the addresses that get a copy. A failed copy is no failure,
 * and a failed attempt sends no copy. Returns the mail server's answer.
 *
 * @throws RecipientRefused, or another Error, with the mail server's answer, or the reason why there is none
 */
export const handOver = (pool: Pool, mail: Mail, heading: Heading): Promise<string> =>
  mailSent.run({}, () => send(pool, mail, heading))

async function send(pool: Pool, mail: Mail, heading: Heading): Promise<string> {
  const { to, subject, text, html } = mail
  const { from } = heading
  // An object, not a string: no part of an address can be parsed as a second address.
  const person = { name: '', address: to }
  const signal = AbortSignal.timeout(SEND_TIMEOUT_MS)
  const reasonFor = (error: unknown) =>
    signal.aborted ? `it took more than ${SEND_TIMEOUT_MS / 1000} seconds` : reasonOf(error)
  const sendTo = (recipients: Address[]) =>
    pool.sendMail({
      ...heading,
      headers: AUTO_SUBMITTED,
      to: person,
      subject,
      text,
      html,
      envelope: { from, to: recipients },
      signal,
    })
  const { response = '' } = await sendTo([person]).catch((error: unknown) => {
    const isFinal = finalityOf(error)
    throw isFinal === null ? new Error(reasonFor(error)) : new RecipientRefused(reasonFor(error), { isFinal })
  })
  const copied = heading.cc.filter(({ address }) => address !== to)
  if (copied.length === 0) return response
  const { rejectedErrors = [] } = await sendTo(copied).catch((error: unknown) => ({ rejectedErrors: [error] }))
  return [response, ...rejectedErrors.map((error) => `no copy: ${reasonFor(error)}`)].join(' · ')
}

type SmtpError = Error & { code?: string; response?: string; responseCode?: number; command?: string }

/**
 * The mailbox does not exist, or accepts nothing (RFC 3463 §3.2 and §3.3). Without 5.1.0, 5.1.7 and 5.1.8, which are
 * about the sender, although some servers answer them only after the recipient.
 */
const NO_MAILBOX = /^5\d\d[ -]5\.(1\.([1236]|10)|2\.\d+)\b/

/**
 * `true`: every gateway would refuse the recipient; `false`: this one refuses it for good; `null`: the error is not
 * about the recipient.
 */
function finalityOf(error: unknown): boolean | null {
  const { command, response = '' } = error as SmtpError
  return command === 'RCPT TO' && response.startsWith('5') ? NO_MAILBOX.test(response) : null
}

/** The reason that administrators read. The answer of a host that is no mail server is not shown. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code = '', message, response, responseCode } = error as SmtpError
  // The message ends with the server's answer.
  if (responseCode) return message
  if (response !== undefined || code === 'EPROTOCOL') return 'this is no mail server'
  if (code === 'ETIMEDOUT') return 'no answer in time'
  if (code === 'EAUTH') return 'the mail server does not accept these credentials'
  return withSetting(message) || code
}
