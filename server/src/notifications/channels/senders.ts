import type { EmailGateway, SmsGateway } from '../gateways.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** Holds a code or a link: nobody gets a copy. */
  isConfidential: boolean
}

export type Sms = {
  /** Ten digits. */
  to: string
  text: string
  /** Under which the text is registered (DLT), or empty. */
  registeredId: string
}

/**
 * What hands a message to a gateway. Each gives what the other side said, cut short and without the gateway's secrets.
 *
 * @throws RecipientRefused when the gateway is well and does not take it for this person
 * @throws Error with the reason when it was not accepted
 */
export type Senders = {
  email: (gateway: EmailGateway, mail: Mail, id: string) => Promise<string>
  sms: (gateway: SmsGateway, sms: Sms, id: string) => Promise<string>
}

/** The deployment's own mail server, or what stands in for it. */
export type OwnSenders = { email: (mail: Mail, id: string) => Promise<string> }

/** The gateway asks not to be called for so long. */
export class TryLater extends Error {
  readonly seconds: number

  constructor(reason: string, seconds: number) {
    super(reason)
    this.seconds = seconds
  }
}

export class RecipientRefused extends Error {
  /** There is no such mailbox: no other gateway takes it either. */
  readonly isFinal: boolean

  constructor(reason: string, { isFinal }: { isFinal: boolean }) {
    super(reason)
    this.isFinal = isFinal
  }
}
