import {
  ROUTING_MODES,
  ROUTING_PARALLELS,
  ROUTING_REJECTIONS,
} from '@gatehouse/contract/admin/approvals/routing-choices.ts'
import { formatRecorded } from '../i18n/format.ts'

/** The labels of fields whose names differ from their labels on screen. */
const LABELS: Record<string, string> = {
  postNo: 'Port',
  ccMailId: 'CC',
  fromMailId: 'From',
  isDeleted: 'Deleted',
  isActive: 'Active',
  perSecond: 'Messages per second',
  defaultNo: 'Default No.',
  apiCodeValue: 'API Code Value',
  apiCodeAttribute: 'API Code Attribute',
  pocName: 'Point of Contact',
  pocAlternateName: 'Alternate POC',
  pocEmail: 'Email',
  pocAlternateEmail: 'Alternate Email',
  pocContact: 'Contact Number',
  pocAlternateContact: 'Alternate Contact',
  applicationLogoutUri: 'Logout URI',
  applicationAllowedUrl: 'Allowed URL',
  applicationRedirectUrl: 'Redirect URL',
  cPortalId: 'Partner portal id',
  profileImage: 'Profile picture',
  applicationLogo: 'Logo',
  clientLogo: 'Logo',
  timeZone: 'Time zone',
  mayChange: 'May change some things for the person',
  noticesPutOff: 'Messages put off',
  breached: 'Lists of stolen passwords',
  mode: 'Which levels approve',
  parallel: 'Of roles with the same sequence',
  rejection: 'What a rejection does',
  requestPageId: 'Page of its matrix',
  requestPage: 'Page of its matrix',
  catchAllRole: 'Catch-all role',
  catchAllClientId: 'Client of the catch-all role',
  catchAllClient: 'Client of the catch-all role',
  restores: 'Restored version',
  validFrom: 'Valid from',
  validUntil: 'Valid until',
  rulesAdded: 'Rules added',
  rulesChanged: 'Rules changed',
  rulesRemoved: 'Rules removed',
  peopleGaining: 'People who gain authority',
  peopleLosing: 'People who lose authority',
  newWarnings: 'New warnings',
  knownErrors: 'Known errors',
}

/**
 * Turns 'firstName' into 'First Name', as in the forms, and both 'clientData' and 'clientName' into 'Client'. A part of a field,
 * such as 'name.summary', has its own words.
 */
export function wordsOf(path: string): string {
  const field = path.slice(path.lastIndexOf('.') + 1)
  const label = LABELS[field]
  if (label !== undefined) return label
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/^(application|client) (Data|Name)$/, '$1')
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** The same for the person whom the record is about. */
export const ownWordsOf = (path: string): string =>
  path === 'mayChange' ? 'May change some things for you' : wordsOf(path)

/** English words, or the own name, of values that are stored as codes. */
const VALUES: Record<string, Record<string, string>> = {
  mayChange: { true: 'Yes' },
  language: { en: 'English', hi: 'हिन्दी' },
  theme: { system: 'System theme', light: 'Light theme', dark: 'Dark theme' },
  mode: ROUTING_MODES,
  parallel: ROUTING_PARALLELS,
  rejection: ROUTING_REJECTIONS,
}

/** A recorded value as people read it: codes in words, days and moments as everywhere; other texts stand for themselves. */
export function valueInWords(field: string, value: string, t: (text: string) => string, language: string): string {
  // Titles of messages, one after the other.
  if (field === 'noticesPutOff')
    return value
      .split(', ')
      .map((title) => t(title))
      .join(', ')
  const words = VALUES[field]?.[value]
  return words === undefined ? formatRecorded(value, language) : t(words)
}
