import type { Message } from '@gatehouse/contract/admin/messages/messages.ts'
import { NOTICES, type NoticeName } from '@gatehouse/contract/notices.ts'

/** What a message is called. English, for `t()`. */
export const titleOf = (notice: string): string => NOTICES[notice as NoticeName]?.title ?? notice

type Look = { tone: 'warning' | 'success' | 'error'; label: string }

/** What became of a message. */
export const STATES: Record<Message['state'], Look> = {
  waiting: { tone: 'warning', label: 'Waiting' },
  sent: { tone: 'success', label: 'Sent' },
  failed: { tone: 'error', label: 'Failed' },
}

export const CHANNELS: Record<Message['channel'], { label: string }> = {
  email: { label: 'Email' },
  sms: { label: 'SMS' },
}

/** The choices of a filter. */
export const labelsOf = (words: Record<string, { label: string }>): Record<string, string> =>
  Object.fromEntries(Object.entries(words).map(([value, { label }]) => [value, label]))

/** What sending it again is called. */
export const RESENDS: Record<NonNullable<Message['resend']>, { label: string }> = {
  again: { label: 'Retry' },
  anew: { label: 'Send again' },
  now: { label: 'Retry now' },
}

/** 'Roadside (Acme)'; empty when it is about nothing in particular. */
export function aboutOf({ application, client }: Pick<Message, 'application' | 'client'>): string {
  if (application === null) return client?.name ?? ''
  return client === null ? application.name : `${application.name} (${client.name})`
}
