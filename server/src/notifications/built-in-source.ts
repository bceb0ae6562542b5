import { hasRequestLink, type MessageLanguage, NOTICES, type NoticeName } from '@gatehouse/contract/notices.ts'
import { mailPage } from './built-in-page.ts'
import { BUILT_IN } from './built-in-texts.ts'
import type { Channel } from './gateways.ts'

/** A built-in text in the form of a template, still with Liquid; `null`: there is none for this channel. */
export function builtInSource(
  channel: Channel,
  notice: NoticeName,
  language: MessageLanguage,
): { subject: string; body: string } | null {
  const { subject, paragraphs, button = '', sms } = BUILT_IN[language][notice]
  if (channel === 'sms') return sms === undefined ? null : { subject: '', body: sms }
  if (subject === undefined) return null
  const [greeting, point, ...rest] = paragraphs
  const highlight = NOTICES[notice].needs ?? (hasRequestLink(notice) ? 'requestLink' : null)
  return { subject, body: mailPage({ language, greeting, point, highlight, button, rest }) }
}
