import { APPROVAL_NOTICES } from './approval-notices.ts'
import { FACTOR_NOTICES } from './factor-notices.ts'
import {
  AT,
  CODE,
  DEVICE,
  EVERYWHERE,
  GATEWAY,
  INVITATION,
  LINK,
  LOCK,
  minutes,
  type Notice,
  type NoticeVariable,
  notice,
  one,
  PLACE,
  ROLE,
  SAMPLE_ID,
  SAMPLE_PORTAL,
  SIGNED_OUT,
  STAND_IN,
} from './notice.ts'
import { LANGUAGES } from './own-preferences.ts'
import { PUBLISH_NOTICES } from './publish-notices.ts'
import { RECOVERY_NOTICES } from './recovery-notices.ts'
import { REQUEST_LINK, REQUEST_NOTICES } from './request-notices.ts'
import { REVIEW_NOTICES } from './review-notices.ts'

const UNDO_LINK = one(
  'link',
  'The link by which the person undoes the change; works once, for 72 hours',
  `${SAMPLE_PORTAL}/undochange/${SAMPLE_ID}`,
)

/** Every message that the portal sends to people, by the name of its template (requirement M2). */
export const NOTICES = {
  'login-otp': notice(
    'Sign-in code',
    'Someone signs in, with the correct password or with a code alone',
    [CODE, minutes('5'), LOCK],
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
    [LINK, minutes('4320'), ...INVITATION],
    'link',
  ),
  'password-changed': notice('Password changed', 'The password was changed by the person or an administrator', [
    AT,
    LOCK,
  ]),
  'new-device': notice('New device', 'A sign-in from a new browser', [AT, DEVICE, PLACE, LOCK]),
  'account-locked': notice('Account locked', 'Too many wrong passwords; unknown browsers must wait', [AT, PLACE]),
  ...FACTOR_NOTICES,
  'recovery-codes-made': notice('Recovery codes made', 'The person makes recovery codes', [AT, DEVICE, PLACE, LOCK]),
  'recovery-codes-removed': notice(
    'Recovery codes removed',
    'The person or an administrator removes the recovery codes',
    [SIGNED_OUT, AT, LOCK],
  ),
  'recovery-code-used': notice('Recovery code used', 'A recovery code was accepted at a sign-in', [
    one('left', 'How many codes are left', '9'),
    AT,
    DEVICE,
    PLACE,
    LOCK,
  ]),
  'browser-remembered': notice('Browser remembered', 'The person has a browser remembered after a code', [
    AT,
    DEVICE,
    PLACE,
    LOCK,
  ]),
  'browser-copied': notice('Remembered browser refused', 'The cookie of a remembered browser may have been copied', [
    AT,
    PLACE,
    LOCK,
  ]),
  'data-downloaded': notice('Data downloaded', 'The person downloads what is stored about them', [
    AT,
    DEVICE,
    PLACE,
    LOCK,
  ]),
  'assignment-granted': notice('Application assigned', 'An application is assigned, or its assignment is changed', [
    ROLE,
    one('from', 'When it begins, or empty if it already has', ''),
    one('until', 'When it ends, or empty', '31 Mar 2027'),
    one(
      'isChanged',
      'Set when the person has it already, and its role or its days are others now, otherwise empty',
      '',
    ),
  ]),
  'assignment-ends': notice('Application ends soon', 'An assignment ends in seven days', [
    one('until', 'When it ends', '31 Mar 2027'),
  ]),
  'assignment-removed': notice('Application removed', 'An assignment is removed, or ends on its day'),
  'role-changed': notice('Role changed', 'The role in the portal is changed', [ROLE, LOCK]),
  'details-changed': notice('Details changed', 'An administrator changes the name, phone number or user name', [
    one('changed', 'What was changed', 'Phone number'),
    LOCK,
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
  'account-suspended': notice('Account suspended', 'A suspension begins: the person cannot sign in until it ends', [
    one('until', 'Its last day, or words for no end', '31 Mar 2027'),
  ]),
  'suspension-ended': notice(
    'Suspension ended',
    'The suspension of an account ends, by its day or by an administrator',
  ),
  'account-reactivated': notice('Account reactivated', 'An administrator reactivates the account'),
  'acting-started': notice(
    'Administrator acts for the person',
    'An administrator starts to see the portal as the person sees it',
    [
      one('administrator', 'Who acts', 'Bina Das'),
      one('reason', 'Why', 'You asked why an application is missing'),
      AT,
      one('until', 'When it ends at the latest', '21 Nov 2026, 10:45 am IST'),
      one('mayChange', 'Set when the administrator may also change things for the person, otherwise empty', ''),
      LOCK,
    ],
  ),
  ...RECOVERY_NOTICES,
  ...REVIEW_NOTICES,
  'own-email-changed': notice(
    'Email changed by the person',
    'The person changes their email address; sent to the old one, with a link that undoes it',
    [UNDO_LINK, minutes('4320'), one('newEmail', 'The new address, in part', 'a••••o@example.com'), AT],
    'link',
  ),
  'own-phone-changed': notice(
    'Phone number changed by the person',
    'The person changes their phone number; sent to the email address and the old number, with a link that undoes it',
    [UNDO_LINK, minutes('4320'), one('number', 'The new number, in part', '••••••3210'), AT],
    'link',
  ),
  'contact-undone': notice(
    'Change of address or number undone',
    'The link of a message undoes the change of an email address or phone number, or the person changes it back; sent to what this takes away',
    [
      one('changed', 'What was changed', 'phone number'),
      one('former', 'The former address or number, in part, or empty', '••••••3210'),
      one('byHand', 'Set when the person changed it back in the account, otherwise empty', ''),
      AT,
      LOCK,
    ],
  ),
  'account-reported': notice(
    'Account locked by its owner',
    'Someone locks their account by the link of a message; sent to administrators',
    [one('person', 'Who locked the account', 'Asha Rao'), AT],
  ),
  ...REQUEST_NOTICES,
  ...APPROVAL_NOTICES,
  ...PUBLISH_NOTICES,
  'stand-in-added': notice('Stand-in added', 'Authority to approve is lent; sent to the lender and the stand-in', [
    ...STAND_IN,
    LOCK,
  ]),
  'stand-in-ended': notice(
    'Stand-in ended',
    'What is lent ends before its time, by somebody or with the account of the lender; sent to both',
    [...STAND_IN, LOCK],
  ),
  'gateway-failing': notice(
    'Gateway keeps failing',
    'A gateway has been failing for five minutes; sent to its owners, otherwise to administrators',
    GATEWAY,
  ),
  'gateway-working': notice(
    'Gateway working again',
    'A gateway delivers messages again; sent to its owners, otherwise to administrators',
    GATEWAY,
  ),
  'service-key-ends': notice(
    'Key of a service account expires',
    'A key of a service account expires in 14 or 3 days; sent to the owner of the account',
    [
      one('account', 'The service account', 'HR import'),
      one('key', 'The name of the key', 'Production'),
      one('ends', 'When it expires', '21 Nov 2026, 10:15 am IST'),
    ],
  ),
  'sessions-ended': notice('Signed out everywhere', 'An administrator ends all sessions', [AT, LOCK]),
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

/** Whether the reader of a notice could act as the person, or lock the account. */
export const hasSecret = (name: NoticeName): boolean => secretsOf(name).length > 0

/** Whether a notice lets the person lock the account. */
export const hasLockLink = (name: NoticeName): boolean => secretsOf(name).includes(LOCK.name)

/** Whether a notice has a link that is signed for the person who is asked about a request. */
export const hasRequestLink = (name: NoticeName): boolean =>
  NOTICES[name].variables.some((each) => each.name === REQUEST_LINK.name)

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
export const MESSAGE_LANGUAGES = LANGUAGES
export type MessageLanguage = (typeof MESSAGE_LANGUAGES)[number]
