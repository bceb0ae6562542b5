import type { Config } from '../../config.ts'
import type { OutboundRules } from '../../outbound/judged-lookup.ts'
import type { OwnSenders, Senders } from './senders.ts'
import { smsSender } from './sms.ts'

/** The senders of all messages: the configured gateways, and the deployment's own mail server. */
export function makeSenders(own: OwnSenders, config: OutboundRules & Pick<Config, 'publicUrl'>): Senders {
  let configured: Promise<Senders['email']> | null = null
  /** Loaded only when a mail server is configured: a developer's machine needs none. */
  const load = async () => {
    const { configuredMail } = await import('./configured-mail.ts')
    return configuredMail(config, config.publicUrl.hostname)
  }
  return {
    email: async (gateway, mail, id) => {
      if (gateway.id === null) return own.email(mail, id)
      configured ??= load()
      return (await configured)(gateway, mail, id)
    },
    sms: smsSender(config),
  }
}
