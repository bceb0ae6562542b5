import type { Explanation, Routing } from '@gatehouse/contract/admin/messages/routing.ts'
import i18next from 'i18next'
import { aboutOf, titleOf } from '../message-words.ts'

type Candidate = Pick<Routing['gateways'][number], '_id' | 'application' | 'client'>
type Channel = 'email' | 'sms'

/** Which way a message goes, in a sentence of the reader's language. */
export function routingText(notice: string, explanation: Explanation, channel: Channel): string {
  const { t } = i18next
  const { obstacle, gateways, templates } = explanation[channel]
  const message = messageText(notice, explanation)
  if (obstacle === 'put-off') return t('{{message}} is not sent: the person has put it off.', { message })
  if (obstacle !== null && channel === 'email') return t('{{message}} is sent by SMS only.', { message })
  if (obstacle === 'unconfirmed')
    return t('{{message}} is not sent by SMS: the phone number is not confirmed.', { message })
  if (obstacle === 'phone') return t('{{message}} is not sent by SMS: there is no phone number.', { message })
  if (obstacle === 'gateway') return t('{{message}} is not sent by SMS: no SMS gateway matches.', { message })
  if (obstacle === 'text') return t('{{message}} is not sent by SMS: there is no text for it.', { message })
  const by = gateways.find(isChosen)
  const gateway = by?._id === null ? t('the portal’s own mail server') : (by?.name ?? '')
  const chosen = templates.find(isChosen)
  const template = chosen ? t('the template for {{scope}}', { scope: scopeText(chosen) }) : t('a built-in text')
  return channel === 'email'
    ? t('{{message}} is sent by email through {{gateway}}, with {{template}}.', { message, gateway, template })
    : t('{{message}} is sent by SMS through {{gateway}}, with {{template}}.', { message, gateway, template })
}

/** Why it goes that way: a sentence for the gateway and one for the text. */
export function reasonTexts({ gateways, templates }: Routing): string[] {
  const { t } = i18next
  const gateway = gateways.find(isChosen)
  const template = templates.find(isChosen)
  const isPast = gateways.some(({ fit }) => fit === 'paused')
  return [
    ...(isPast && gateway?.fit === 'chosen'
      ? [t('A gateway with higher priority is paused after repeated failures.')]
      : []),
    ...gateways
      .filter(({ fit }) => fit === 'unreadable')
      .map(({ name }) => t('The secrets of {{name}} cannot be read, so it is skipped. Enter them again.', { name })),
    ...(gateway ? [gatewayReason(gateway)] : []),
    template ? templateReason(template) : t('No template matches, so the built-in text is used.'),
  ]
}

const isChosen = ({ fit }: { fit: string }) => fit === 'chosen'

function messageText(notice: string, explanation: Explanation): string {
  const { t } = i18next
  const what = t(titleOf(notice))
  const who = explanation.person?.name ?? ''
  const about = aboutOf(explanation)
  if (who && about) return t('“{{what}}” for {{who}} in {{about}}', { what, who, about })
  if (who) return t('“{{what}}” for {{who}}', { what, who })
  return about ? t('“{{what}}” in {{about}}', { what, about }) : t('“{{what}}”', { what })
}

/** For what a gateway or a template is made. */
export function scopeText({ application, client }: Candidate): string {
  const { t } = i18next
  if (application && client) return `${application.name}, ${client.name}`
  if (application) return t('{{application}}, all clients', { application: application.name })
  return client ? t('all applications, {{client}}', { client: client.name }) : t('all applications and clients')
}

function gatewayReason({ _id, application, client }: Candidate): string {
  const { t } = i18next
  if (_id === null) return t('No configured gateway matches, so the portal’s own mail server is used.')
  if (application && client) return t('The gateway is set up for this application and client.')
  if (application) return t('The gateway is set up for this application. None is set up for the client as well.')
  if (client) return t('The gateway is set up for this client. None is set up for the application.')
  return t('The gateway is set up for all applications and clients. None is set up for this one.')
}

function templateReason({ application, client }: Candidate): string {
  const { t } = i18next
  if (application && client) return t('The template is set up for this application and client.')
  if (application) return t('The template is set up for this application. None is set up for the client as well.')
  if (client) return t('The template is set up for this client. None is set up for the application.')
  return t('The template is set up for all applications and clients. None is set up for this one.')
}

type Fit = Routing['gateways'][number]['fit']

/** What a candidate is to the message, as one who looks at the list reads it. */
export const FIT_WORDS: Record<Fit, { tone: 'success' | 'warning' | 'error' | 'neutral'; label: string }> = {
  chosen: { tone: 'success', label: 'Used' },
  later: { tone: 'neutral', label: 'Lower priority' },
  paused: { tone: 'warning', label: 'Paused' },
  unreadable: { tone: 'error', label: 'Secrets cannot be read' },
  inactive: { tone: 'error', label: 'INACTIVE' },
  application: { tone: 'neutral', label: 'For another application' },
  client: { tone: 'neutral', label: 'For another client' },
  language: { tone: 'neutral', label: 'In another language' },
}
