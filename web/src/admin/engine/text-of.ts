import { isUuid } from '@gatehouse/contract/uuid.ts'

/** Stands where there is no value. */
export const EMPTY = '–'

/** A value of a form or of a record's history as a short text. */
export function shortText(value: unknown): string {
  if (value === null || value === undefined || value === '') return EMPTY
  if (Array.isArray(value)) return value.length === 0 ? EMPTY : value.map(shortText).join(', ')
  return typeof value === 'object' ? objectText(value) : String(value)
}

/** A nested record is shown by its name. */
function objectText(value: object): string {
  const { displayName, description, name, page } = value as Record<string, unknown>
  const own = displayName ?? description ?? name ?? page
  if (own !== undefined) return shortText(own)
  return Object.entries(value)
    .filter(([, part]) => part !== null && part !== '')
    .map(([part, inner]) => `${part}: ${shortText(inner)}`)
    .join(', ')
}

/** Whether a change only contains the id of a record whose name changed with it. The name is more useful. */
export function isOfIds({ before, after }: { before: string; after: string }): boolean {
  return [before, after].every((text) => text === EMPTY || isUuid(text)) && [before, after].some((text) => isUuid(text))
}

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
  clientLogo: 'Logo',
}

/** Turns 'firstName' into 'First Name', as in the forms, and both 'clientData' and 'clientName' into 'Client'. */
export function wordsOf(field: string): string {
  const label = LABELS[field]
  if (label !== undefined) return label
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/^(application|client) (Data|Name)$/, '$1')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
