/** A variable of a template: its name, its meaning, and an example. */
export type NoticeVariable = { name: string; means: string; sample: string }

const one = (name: string, means: string, sample: string): NoticeVariable => ({ name, means, sample })

/** An example address, not that of a real portal. */
export const SAMPLE_PORTAL = 'https://portal.example.com'

/** The variables of every message. */
const EVERYWHERE: NoticeVariable[] = [
  one('firstName', 'First name', 'Asha'),
  one('lastName', 'Last name', 'Rao'),
  one('brand', 'The name of the portal', 'EAI'),
  one('portal', 'The address of the portal', SAMPLE_PORTAL),
  one('applicationName', 'The application it is about, or empty', 'Eclaims'),
  one('clientName', 'The client it is about, or empty', 'Acme Insurance'),
]
const minutes = (sample: string) => one('minutes', 'Minutes until it expires', sample)
const CODE = one('code', 'The one-time code', '482913')
const LINK = one(
  'link',
  'The link that the person opens',
  `${SAMPLE_PORTAL}/resetpassword/018f0000-0000-4000-8000-000000000001`,
)
const LOCK = one(
  'lockLink',
  'The link by which the person locks the account if it was somebody else; works once, for seven days',
  `${SAMPLE_PORTAL}/lockaccount/018f0000-0000-4000-8000-000000000001_0_1795000000_5d41402abc4b2a76b9719d911017c592a0b1c2d3e4f5061728394a5b6c7d8e9f`,
)
const AT = one('at', 'When it happened', '21 Nov 2026, 10:15 (India)')
const DEVICE = one('device', 'The browser and system', 'Chrome on Windows')
const PLACE = one('ip', 'The IP address', '203.0.113.7')
const PASSKEY = one('passkey', 'The name of the passkey', 'Chrome on Windows')
const AUTHENTICATOR = one('authenticator', 'The name of the authenticator app', 'Phone')
const GATEWAY = [
  one('gateway', 'The gateway or other system', 'smtp.example.com'),
  one('failures', 'Failures in a row', '5'),
  AT,
]
const REQUESTED = one('requested', 'The application, with its client where one was chosen', 'Claims · Acme')
const STAND_IN = [
  one('lender', 'Whose authority is lent', 'Asha Rao'),
  one('standIn', 'To whom it is lent', 'Bina Das'),
  one('authority', 'The role with its application, and the client where one was chosen', 'Manager · Claims · Acme'),
  one('from', 'When it begins', '1 Dec 2026, 00:00 (India)'),
  one('until', 'When it ends', '15 Dec 2026, 00:00 (India)'),
]
const ROLE = one('role', 'The role', 'Manager')

type Notice = {
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

const notice = (title: string, when: string, own: NoticeVariable[] = [], needs: Notice['needs'] = null): Notice => {
  return { title, when, variables: [...own, ...EVERYWHERE], needs }
}

/** Every message that the portal sends to people, by the name of its template (requirement M2). */
export const NOTICES = {
  'login-otp': notice(
    'Sign-in code',
    'Someone signs in, with the correct password or with a code alone',
    [CODE, minutes('5')],
    'code',
  ),
  'verify-email': notice('Email verification', 'Someone registers', [CODE, minutes('5')], 'code'),
  'verify-phone': {
    ...notice('Phone number confirmation', 'Someone confirms their phone number', [CODE, minutes('5')], 'code'),
    channel: 'sms',
  },
  'reset-password': notice('Password reset', 'Someone forgot their password', [LINK, minutes('30')], 'link'),
  invitation: notice(
    'Invitation',
    'An administrator creates an account, or invites an email address',
    [LINK, minutes('4320')],
    'link',
  ),
  'password-changed': notice('Password changed', 'The password was changed by the person or an administrator', [
    AT,
    LOCK,
  ]),
  'new-device': notice('New device', 'A sign-in from a new browser', [AT, DEVICE, PLACE, LOCK]),
  'account-locked': notice('Account locked', 'Too many wrong passwords; unknown browsers must wait', [AT, PLACE]),
  'passkey-added': notice('Passkey added', 'The person adds a passkey', [PASSKEY, AT, DEVICE, PLACE, LOCK]),
  'passkey-removed': notice('Passkey removed', 'The person or an administrator removes a passkey', [PASSKEY, AT, LOCK]),
  'passkey-copied': notice('Passkey refused', 'A passkey was used that may have been copied', [PASSKEY, AT, PLACE]),
  'authenticator-added': notice('Authenticator app added', 'The person adds an authenticator app', [
    AUTHENTICATOR,
    AT,
    DEVICE,
    PLACE,
    LOCK,
  ]),
  'authenticator-removed': notice(
    'Authenticator app removed',
    'The person or an administrator removes an authenticator app',
    [AUTHENTICATOR, AT, LOCK],
  ),
  'recovery-codes-made': notice('Recovery codes made', 'The person makes recovery codes', [AT, DEVICE, PLACE, LOCK]),
  'recovery-codes-removed': notice(
    'Recovery codes removed',
    'The person or an administrator removes the recovery codes',
    [AT, LOCK],
  ),
  'recovery-code-used': notice('Recovery code used', 'A recovery code was accepted at a sign-in', [
    one('left', 'How many codes are left', '9'),
    AT,
    DEVICE,
    PLACE,
    LOCK,
  ]),
  'data-downloaded': notice('Data downloaded', 'The person downloads what is stored about them', [
    AT,
    DEVICE,
    PLACE,
    LOCK,
  ]),
  'assignment-granted': notice('Application assigned', 'An application is assigned', [
    ROLE,
    one('from', 'When it begins, or empty if it already has', ''),
    one('until', 'When it ends, or empty', '1 Apr 2027, 00:00 (India)'),
  ]),
  'assignment-ends': notice('Application ends soon', 'An assignment ends in seven days', [
    one('until', 'When it ends', '1 Apr 2027, 00:00 (India)'),
  ]),
  'assignment-removed': notice('Application removed', 'An assignment is removed, or ends on its day'),
  'role-changed': notice('Role changed', 'The role in the portal is changed', [ROLE]),
  'details-changed': notice('Details changed', 'An administrator changes the name, phone number or user name', [
    one('changed', 'What was changed', 'Phone number'),
  ]),
  'email-changed': notice('Email changed', 'The email address is changed; the old address is notified', [
    one('newEmail', 'The new address, in part', 'a***@example.com'),
    LOCK,
  ]),
  'confirm-email': notice(
    'Email confirmation',
    'The email address is changed; the new address gets instructions to confirm it',
  ),
  'account-deactivated': notice(
    'Account deactivated',
    'An administrator deactivates the account, or its last day is over',
  ),
  'account-reactivated': notice('Account reactivated', 'An administrator reactivates the account'),
  'account-reported': notice(
    'Account locked by its owner',
    'Someone locks their account by the link of a message; sent to administrators',
    [one('person', 'Who locked the account', 'Asha Rao'), AT],
  ),
  'access-requested': notice('Access requested', 'Someone asks for an application; sent to administrators', [
    one('person', 'Who asks', 'Asha Rao'),
    REQUESTED,
  ]),
  'access-declined': notice('Access declined', 'An administrator declines a request for an application', [
    REQUESTED,
    one('answer', 'What the administrator has written', 'Please use the claims portal instead.'),
  ]),
  'stand-in-added': notice(
    'Stand-in added',
    'Authority to approve is lent; sent to the lender and the stand-in',
    STAND_IN,
  ),
  'stand-in-ended': notice(
    'Stand-in ended',
    'Somebody ends what is lent before its time; sent to the lender and the stand-in',
    STAND_IN,
  ),
  'gateway-failing': notice(
    'Gateway keeps failing',
    'A gateway has been failing for five minutes; sent to administrators',
    GATEWAY,
  ),
  'gateway-working': notice(
    'Gateway working again',
    'A gateway delivers messages again; sent to administrators',
    GATEWAY,
  ),
  'service-key-ends': notice(
    'Key of a service account expires',
    'A key of a service account expires in 14 or 3 days; sent to the owner of the account',
    [
      one('account', 'The service account', 'HR import'),
      one('key', 'The name of the key', 'Production'),
      one('ends', 'When it expires', '21 Nov 2026, 10:15 (India)'),
    ],
  ),
  'sessions-ended': notice('Signed out everywhere', 'An administrator ends all sessions', [AT]),
} as const satisfies Record<string, Notice>

export type NoticeName = keyof typeof NOTICES

export const NOTICE_NAMES = Object.keys(NOTICES) as [NoticeName, ...NoticeName[]]

/** The notice for the name of a template, in any spelling; `null`: the portal sends no such notice. */
export function noticeOf(templateName: string): NoticeName | null {
  const name = templateName.trim().toLowerCase()
  return NOTICE_NAMES.find((one) => one === name) ?? null
}

/** Variables whose values let their reader act as the person, or lock the account. Redacted after sending. */
export const SECRET_VARIABLES: readonly string[] = ['code', 'link', LOCK.name]

/** The secret variables of a notice. */
export const secretsOf = (name: NoticeName): string[] =>
  NOTICES[name].variables.flatMap((each) => (SECRET_VARIABLES.includes(each.name) ? [each.name] : []))

/** Whether a notice lets the person lock the account. */
export const hasLockLink = (name: NoticeName): boolean => secretsOf(name).includes(LOCK.name)

/** Whether a notice is ever sent by this channel. */
export function goesBy(channel: 'email' | 'sms', name: NoticeName): boolean {
  const { channel: only }: Notice = NOTICES[name]
  return only === undefined || only === channel
}

/** The variables of a template with this name. */
export function variablesOf(templateName: string): readonly NoticeVariable[] {
  const notice = noticeOf(templateName)
  return notice === null ? EVERYWHERE : NOTICES[notice].variables
}

/** The languages of messages. */
export const MESSAGE_LANGUAGES = ['en', 'hi'] as const
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number]
