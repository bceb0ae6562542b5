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
  timeZone: 'Time zone',
  noticesPutOff: 'Messages put off',
  breached: 'Lists of stolen passwords',
  restores: 'Restored version',
  rulesAdded: 'Rules added',
  rulesChanged: 'Rules changed',
  rulesRemoved: 'Rules removed',
  peopleGaining: 'People who gain authority',
  peopleLosing: 'People who lose authority',
  newWarnings: 'New warnings',
  knownErrors: 'Known errors',
}

/** Turns 'firstName' into 'First Name', as in the forms, and both 'clientData' and 'clientName' into 'Client'. */
export function wordsOf(field: string): string {
  const label = LABELS[field]
  if (label !== undefined) return label
  const words = field.replace(/([a-z])([A-Z])/g, '$1 $2').replace(/^(application|client) (Data|Name)$/, '$1')
  return words.charAt(0).toUpperCase() + words.slice(1)
}
