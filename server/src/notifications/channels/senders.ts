import type { EmailGateway, SmsGateway } from '../gateways.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Contains a code or a link, so no copy is sent. */
  isConfidential: boolean
}

export type Sms = {
  /** Ten digits. */
  to: string
  text: string
  /** The id under which the text is registered (DLT), or empty. */
  registeredId: string
}

/**
 * Hand a message to a gateway. Each returns the gateway's answer, cut short and without the gateway's secrets.
 *
 * @throws RecipientRefused when the gateway works but refuses this recipient
 * @throws Error with the reason when the message was not accepted
 */
export type Senders = {
  email: (gateway: EmailGateway, mail: Mail, id: string) => Promise<string>
  sms: (gateway: SmsGateway, sms: Sms, id: string) => Promise<string>
}

/** The deployment's own mail server, or its replacement in development. */
export type OwnSenders = { email: (mail: Mail, id: string) => Promise<string> }

export class RecipientRefused extends Error {
  /** The mailbox does not exist: another gateway would refuse it too. */
  readonly isFinal: boolean

  constructor(reason: string, { isFinal }: { isFinal: boolean }) {
    super(reason)
    this.isFinal = isFinal
  }
}
