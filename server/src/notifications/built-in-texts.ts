import type { MessageLanguage, NoticeName } from '@gatehouse/contract/notices.ts'
import { type ApprovalNotice, ENGLISH_APPROVALS, HINDI_APPROVALS } from './built-in-approvals.ts'
import { type ContactNotice, ENGLISH_CONTACT, HINDI_CONTACT } from './built-in-contact.ts'
import { ENGLISH } from './built-in-english.ts'
import { HINDI } from './built-in-hindi.ts'
import { ENGLISH_RECOVERIES, HINDI_RECOVERIES, type RecoveryNotice } from './built-in-recoveries.ts'
import { ENGLISH_REQUESTS, HINDI_REQUESTS, type RequestNotice } from './built-in-requests.ts'
import { ENGLISH_REVIEWS, HINDI_REVIEWS, type ReviewNotice } from './built-in-reviews.ts'
import { ENGLISH_STAND_INS, HINDI_STAND_INS, type StandInNotice } from './built-in-stand-ins.ts'

/** The text of a message, in Liquid. */
export type BuiltInText = MailText | { sms: string; subject?: never; paragraphs?: never; button?: never }

/** The HTML of an email is made from the paragraphs. */
type MailText = {
  subject: string
  /** First the greeting, then the main sentence; a code or a link follows it. */
  paragraphs: [greeting: string, point: string, ...rest: string[]]
  /** The label of the button, when the message consists of a link, or asks for a decision about a request. */
  button?: string
  /** Set when the message also goes out as SMS without a template. */
  sms?: string
}

/** The messages whose texts stand in the file of a language. */
export type OwnNotice = Exclude<
  NoticeName,
  StandInNotice | RecoveryNotice | RequestNotice | ReviewNotice | ContactNotice | ApprovalNotice
>

/**
 * Used when there is no template. Codes never stand in a subject, because phones show subjects on the locked screen.
 */
export const BUILT_IN: Record<MessageLanguage, Record<NoticeName, BuiltInText>> = {
  en: {
    ...ENGLISH,
    ...ENGLISH_STAND_INS,
    ...ENGLISH_RECOVERIES,
    ...ENGLISH_REQUESTS,
    ...ENGLISH_REVIEWS,
    ...ENGLISH_CONTACT,
    ...ENGLISH_APPROVALS,
  },
  hi: {
    ...HINDI,
    ...HINDI_STAND_INS,
    ...HINDI_RECOVERIES,
    ...HINDI_REQUESTS,
    ...HINDI_REVIEWS,
    ...HINDI_CONTACT,
    ...HINDI_APPROVALS,
  },
}
