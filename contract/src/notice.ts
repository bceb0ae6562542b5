/** A variable of a template: its name, its meaning, and an example. */
export type NoticeVariable = { name: string; means: string; sample: string }

export const one = (name: string, means: string, sample: string): NoticeVariable => ({ name, means, sample })

/** An example address, not that of a real portal. */
export const SAMPLE_PORTAL = 'https://portal.example.com'

/** The variables of every message. */
export const EVERYWHERE: NoticeVariable[] = [
  one('firstName', 'First name', 'Asha'),
  one('lastName', 'Last name', 'Rao'),
  one('brand', 'The name of the portal', 'EAI'),
  one('portal', 'The address of the portal', SAMPLE_PORTAL),
  one('applicationName', 'The application it is about, or empty', 'Eclaims'),
  one('clientName', 'The client it is about, or empty', 'Acme Insurance'),
]
export const minutes = (sample: string) => one('minutes', 'Minutes until it expires', sample)
export const CODE = one('code', 'The one-time code', '482913')
export const SAMPLE_ID = '018f0000-0000-4000-8000-000000000001'
export const LINK = one(
  'link',
  'The link that the person opens',
  `${SAMPLE_PORTAL}/resetpassword/018f0000-0000-4000-8000-000000000001`,
)
export const LOCK = one(
  'lockLink',
  'The link by which the person locks the account if it was somebody else; works once, for seven days',
  `${SAMPLE_PORTAL}/lockaccount/018f0000-0000-4000-8000-000000000001_0_1795000000_5d41402abc4b2a76b9719d911017c592a0b1c2d3e4f5061728394a5b6c7d8e9f`,
)
export const AT = one('at', 'When it happened', '21 Nov 2026, 10:15 am IST')
export const DEVICE = one('device', 'The browser and system', 'Chrome on Windows')
export const PLACE = one('ip', 'The IP address', '203.0.113.7')
export const SIGNED_OUT = one(
  'signedOut',
  'Set when an administrator signed the person out everywhere, too, otherwise empty',
  '',
)
export const PASSKEY = one('passkey', 'The name of the passkey', 'Chrome on Windows')
export const AUTHENTICATOR = one('authenticator', 'The name of the authenticator app', 'Phone')
export const GATEWAY = [
  one('gateway', 'The gateway or other system', 'smtp.example.com'),
  one('failures', 'Failures in a row', '5'),
  AT,
]
export const REQUESTED = one('requested', 'The application, with its client where one was chosen', 'Claims · Acme')
export const STAND_IN = [
  one('lender', 'Whose authority is lent', 'Asha Rao'),
  one('standIn', 'To whom it is lent', 'Bina Das'),
  one('authority', 'The role with its application, and the client where one was chosen', 'Manager · Claims · Acme'),
  one('from', 'When it begins', '1 Dec 2026'),
  one('until', 'When it ends', '14 Dec 2026'),
  one('by', 'Who added or ended it', 'Charu Sen'),
]
export const INVITATION = [
  one('until', 'Until when the link works', '24 Nov 2026, 10:15 am IST'),
  one('inviter', 'Who invites, or empty', 'Bina Das'),
]
export const ROLE = one('role', 'The role', 'Manager')

export type Notice = {
  /** The name that people see. */
  title: string
  /** The event that causes it. */
  when: string
  variables: NoticeVariable[]
  /** The variable without which the message is useless: a text without it is refused. Redacted after sending. */
  needs: 'code' | 'link' | null
  /** `sms`: never by email. */
  channel?: 'sms'
}

export const notice = (
  title: string,
  when: string,
  own: NoticeVariable[] = [],
  needs: Notice['needs'] = null,
): Notice => {
  return { title, when, variables: [...own, ...EVERYWHERE], needs }
}
