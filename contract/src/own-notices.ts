import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { NOTICE_NAMES, type NoticeName } from './notices.ts'

/** Why a notice cannot be put off. English, for `t()`. */
export const FIXED_REASONS = {
  asked: 'You asked for these, or need what they hold.',
  security: 'These tell you when somebody else changes or uses your account.',
  duty: 'These ask for something that only you can do.',
  operation: 'These tell the people who run the portal that something is wrong.',
} as const
export type FixedReason = keyof typeof FIXED_REASONS

/** Whether people may put a notice off, or why not. Every notice is decided here. */
const CHOICES = {
  'login-otp': 'asked',
  'verify-email': 'asked',
  'verify-phone': 'asked',
  'reset-password': 'asked',
  invitation: 'asked',
  'password-changed': 'security',
  'new-device': 'security',
  'account-locked': 'security',
  'passkey-added': 'security',
  'passkey-removed': 'security',
  'passkey-copied': 'security',
  'passkey-accepted': 'security',
  'authenticator-added': 'security',
  'authenticator-removed': 'security',
  // Without it the applications close on a day that nobody has told.
  'strong-sign-in-begins': 'duty',
  'passkey-begins': 'duty',
  'recovery-codes-made': 'security',
  'recovery-codes-removed': 'security',
  'recovery-code-used': 'security',
  'browser-remembered': 'security',
  'browser-copied': 'security',
  'data-downloaded': 'security',
  'assignment-granted': 'optional',
  'assignment-ends': 'optional',
  'assignment-removed': 'optional',
  'role-changed': 'security',
  'details-changed': 'security',
  'email-changed': 'security',
  'confirm-email': 'asked',
  'account-deactivated': 'security',
  'account-suspended': 'security',
  'suspension-ended': 'security',
  'account-reactivated': 'security',
  'acting-started': 'security',
  'recovery-started': 'security',
  'recovery-link': 'asked',
  'recovery-used': 'security',
  'recovery-approval': 'operation',
  'recovery-stopped': 'operation',
  'factors-removed': 'security',
  'review-started': 'duty',
  'review-reminder': 'optional',
  'review-overdue': 'optional',
  'review-completed': 'optional',
  'own-email-changed': 'security',
  'own-phone-changed': 'security',
  'contact-undone': 'security',
  'account-reported': 'operation',
  'access-requested': 'optional',
  'access-reminder': 'optional',
  // The last one, when nobody has decided.
  'access-undecided': 'operation',
  'access-declined': 'optional',
  'access-step': 'optional',
  // The overview shows administrators the same.
  'approval-errors': 'optional',
  'pages-added': 'optional',
  // Nobody else gets it, and the person can then act no more.
  'conflict-exception-ends': 'duty',
  'publishing-asked': 'duty',
  'publishing-confirmed': 'asked',
  'publishing-sent-back': 'asked',
  'publishing-not-done': 'asked',
  // Somebody decides in one's name, or one decides in somebody else's.
  'stand-in-added': 'security',
  'stand-in-ended': 'security',
  'gateway-failing': 'operation',
  'gateway-working': 'operation',
  // Nobody else gets it, and the program stops.
  'service-key-ends': 'duty',
  'sessions-ended': 'security',
} as const satisfies Record<NoticeName, 'optional' | FixedReason>

type Choices = typeof CHOICES
export type OptionalNotice = { [Name in NoticeName]: Choices[Name] extends 'optional' ? Name : never }[NoticeName]

/** Security does not depend on what is stored: a notice that cannot be put off is sent. */
export const isOptional = (notice: NoticeName): notice is OptionalNotice => CHOICES[notice] === 'optional'

export const OPTIONAL_NOTICES = NOTICE_NAMES.filter(isOptional) as [OptionalNotice, ...OptionalNotice[]]

export const fixedFor = (reason: FixedReason): NoticeName[] => NOTICE_NAMES.filter((name) => CHOICES[name] === reason)

const response = z.object({
  /** Those that are not sent. */
  putOff: z.array(z.enum(OPTIONAL_NOTICES)),
})

export const getOwnNotices = endpoint({
  method: 'GET',
  path: '/api/session/notices',
  access: 'session',
  whileActing: 'read',
  summary: 'The kinds of messages that the caller has put off.',
  request: z.object({}),
  response,
})

export const putOffNotice = endpoint({
  method: 'POST',
  path: '/api/session/notices/putOff',
  access: 'session',
  whileActing: 'change',
  summary:
    'Puts one kind of message to the caller off, or has it sent again. Messages with codes, about security and about duties cannot be put off.',
  message: 'Preferences saved',
  request: z.object({
    notice: z.enum(OPTIONAL_NOTICES, 'This message cannot be put off'),
    isPutOff: z.boolean(),
  }),
  response,
})
