import type { MessageLanguage, NoticeName } from '@gatehouse/contract/notices.ts'
import { ENGLISH } from './built-in-english.ts'
import { HINDI } from './built-in-hindi.ts'

/** What a message says, in Liquid. */
export type BuiltInText = MailText | { sms: string; subject?: never; paragraphs?: never; button?: never }

/** The HTML of an email is made from the paragraphs. */
type MailText = {
  subject: string
  /** The first one greets, the second one says what it is about; a code or a link follows it. */
  paragraphs: [greeting: string, point: string, ...rest: string[]]
  /** Of the link that is the point of the message. */
  button?: string
  /** Where a message also goes out as SMS without anybody having written a template for it. */
  sms?: string
}

/** Stand in where nobody has written a template. Codes never stand in a subject: it shows on locked screens. */
export const BUILT_IN: Record<MessageLanguage, Record<NoticeName, BuiltInText>> = { en: ENGLISH, hi: HINDI }
