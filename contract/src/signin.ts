import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { identifierFields, identifierIsGiven } from './identifier.ts'
import { workDone } from './proof-of-work.ts'
import { NEW_CODE_SENT, resentMessage } from './resent-message.ts'
import { signedIn } from './signed-in.ts'

/** What may be given after the password instead of the emailed code. */
const otherSteps = z.array(z.enum(['passkey', 'authenticator', 'recovery-code']))
export type OtherStep = z.output<typeof otherSteps>[number]

/** The address of a code, and when another one may be requested. */
const codeSent = z.object({
  /** `signed-in`: in a browser that is remembered the password was enough, and no code was sent. */
  next: z.enum(['otp', 'signed-in']),
  /** The session of such a browser; only our own pages get it, only from step one. */
  signedIn: z.optional(signedIn),
  /**
   * Masked, for example `a••••a@example.com`; empty for a caller who has given no password, and in our own pages while
   * a code of an authenticator app is expected instead.
   */
  sentTo: z.string(),
  otherSteps,
  /** The person may have this browser remembered; only in our own pages, after the password. */
  mayRemember: z.boolean(),
  expiresInSeconds: z.number(),
  resendInSeconds: z.number(),
  /** Binds step two to this caller. Our own pages get a cookie instead, and here `null`. */
  loginTxn: z.nullable(z.string()),
})
export type CodeSent = z.output<typeof codeSent>

/** Texts that several calls use. */
const CODE_SENT = 'A one-time code was sent to your email'
const PASSWORD_CHANGED = 'Password changed successfully'

const rememberMe = z.optional(z.boolean())
/** Asks for the second step, even where the browser is remembered. */
const secondStep = z.optional(z.boolean())
/** Remembers this browser, so that the next sign-ins here need no second step. Only in our own pages. */
export const rememberBrowser = z.optional(z.boolean())

export const login = endpoint({
  method: 'POST',
  path: '/api/users/login',
  access: 'public',
  summary:
    'Step one of signing in: identifier and password. Sends a one-time code; in our own pages not to people with an authenticator app, until they ask for it, and not in a browser that is remembered.',
  message: CODE_SENT,
  request: z
    .object({ ...identifierFields, password: field.password(), rememberMe, secondStep })
    .check(identifierIsGiven),
  response: codeSent,
})

export const ssoLogIn = endpoint({
  method: 'POST',
  path: '/api/users/ssoLogIn',
  access: 'public',
  summary: 'Step one of signing in to go straight to an application. Sends a one-time code, like any sign-in.',
  message: CODE_SENT,
  request: z
    .object({
      ...identifierFields,
      password: field.password(),
      redirectUrl: field.requiredText('Redirect address is required', 2048),
      /** The application's id, when several share the origin of `redirectUrl`. */
      clientId: field.optionalTextOrNull(64),
      /** The client (organisation) to enter for. */
      clientIDE: field.optionalTextOrNull(64),
      rememberMe,
      secondStep,
    })
    .check(identifierIsGiven),
  response: codeSent,
})

export const consumeLogInOtpEmail = endpoint({
  method: 'POST',
  path: '/api/users/consumeLogInOtpEmail',
  access: 'public',
  summary: 'Step two of signing in: the one-time code. Opens the session.',
  message: 'Signed in',
  /** A caller with the binding secret of step one may leave the identifier out. */
  request: z.object({
    ...identifierFields,
    otp: field.otp(),
    loginTxn: field.optionalTextOrNull(128),
    rememberBrowser,
  }),
  response: signedIn,
})

export const resendLogInOtp = endpoint({
  method: 'POST',
  path: '/api/users/resendLogInOtp',
  access: 'public',
  summary:
    'Sends a new code for a sign-in that has begun; the old code is void. Within a minute of the last one none is sent.',
  message: NEW_CODE_SENT,
  messageOf: resentMessage,
  request: z.object({ loginTxn: field.optionalTextOrNull(128) }),
  response: z.extend(codeSent, { isSent: z.boolean() }),
})

/** For the code page after a reload. */
export const signInProgress = endpoint({
  method: 'POST',
  path: '/api/users/signInProgress',
  access: 'public',
  summary:
    'The sign-in that waits for its code: where the code went, and the times that are left. `null`: there is none.',
  request: z.object({ loginTxn: field.optionalTextOrNull(128) }),
  response: z.nullable(
    z.object({
      /** As after step one. */
      sentTo: z.string(),
      otherSteps,
      mayRemember: z.boolean(),
      /** 0: the code has expired. */
      expiresInSeconds: z.number(),
      /** 0: at once. */
      resendInSeconds: z.number(),
    }),
  ),
})

/** Whether the code of a sign-in under way has been sent. */
export const codeDelivery = endpoint({
  method: 'POST',
  path: '/api/users/codeDelivery',
  access: 'public',
  summary: 'What has become of the newest code of a sign-in that has begun: no answer of a sign-in waits for that.',
  message: 'OK',
  request: z.object({ loginTxn: field.optionalTextOrNull(128) }),
  response: z.object({
    /** `failed`: no gateway has accepted it so far; it is still retried. */
    state: z.enum(['waiting', 'sent', 'failed']),
  }),
})

export const requestLogInOtp = endpoint({
  method: 'POST',
  path: '/api/users/requestLogInOtp',
  access: 'public',
  summary:
    'Step one of signing in by code only, for accounts an administrator allows it. Answers alike for all accounts.',
  message: 'If this account may sign in by code, a one-time code was sent',
  request: z.object({ ...identifierFields, rememberMe }).check(identifierIsGiven),
  response: codeSent,
})

const selfRegistration = {
  /** Name of an application open to self-registration (requirement S6). */
  Application: field.optionalTextOrNull(200),
  /** Name of the client to be assigned for. */
  Client: field.optionalTextOrNull(200),
}

export const signUp = endpoint({
  method: 'POST',
  path: '/api/users/signUp',
  access: 'public',
  summary: 'Registers a person and sends the code that verifies their email.',
  message: 'Registered Successfully',
  request: z.object({
    firstName: field.registeredName('First name required'),
    lastName: field.registeredName('Last name required'),
    email: field.email(),
    phoneNumber: field.phoneNumber(),
    password: field.password(),
    ...selfRegistration,
    work: workDone(),
  }),
  response: z.object({ email: z.string(), resendInSeconds: z.number() }),
})

export const consumeRequestEmailOtp = endpoint({
  method: 'POST',
  path: '/api/users/consumeRequestEmailOtp',
  access: 'public',
  summary: 'Verifies an email address with the code that was sent there; the account exists from then on.',
  message: 'Email verified successfully',
  request: z.object({ email: field.email(), otp: field.otp(), ...selfRegistration }),
  response: z.object({
    assigned: z.boolean(),
    /** The account exists, but a rule of separation of duties keeps the application from it. */
    isRefused: z.boolean(),
  }),
})

export const resendEmailOtp = endpoint({
  method: 'POST',
  path: '/api/users/resendEmailOtp',
  access: 'public',
  summary: 'Sends a new verification code to a registered address. Answers alike for all addresses.',
  message: NEW_CODE_SENT,
  request: z.object({ email: field.email() }),
  response: z.object({ resendInSeconds: z.number() }),
})

export const requestRequestPassword = endpoint({
  method: 'POST',
  path: '/api/users/requestRequestPassword', // sic
  access: 'public',
  summary: 'Sends a link to choose a new password. Answers alike for all addresses.',
  message: 'Reset Password link was sent to your email successfully',
  request: z.object({
    email: field.email(),
    /** The client or application of the page that asks: the link opens with its branding. */
    client: field.optionalText(100),
    client_id: field.optionalText(100),
    work: workDone(),
  }),
  response: z.object({}),
})

export const resetLinkState = endpoint({
  method: 'POST',
  path: '/api/users/resetLinkState',
  access: 'public',
  summary: 'Whether a link to choose a new password still opens anything. Looking at it does not use it up.',
  request: z.object({ uuid: field.id() }),
  response: z.object({ isUsable: z.boolean() }),
})

export const consumeRequestRequestPassword = endpoint({
  method: 'POST',
  path: '/api/users/consumeRequestRequestPassword', // sic
  access: 'public',
  summary: 'Sets a new password by a reset link and ends every session of that person.',
  message: PASSWORD_CHANGED,
  request: z.object({ uuid: field.id(), newPassword: field.password('New Password is required') }),
  response: z.object({}),
})

export const changePassword = endpoint({
  method: 'POST',
  path: '/api/users/changePassword',
  access: 'session',
  summary: 'Changes one’s own password; other sessions end, this one gets a new secret.',
  message: PASSWORD_CHANGED,
  request: z.object({
    oldPassword: field.password('Current Password is required'),
    newPassword: field.password('New Password is required'),
  }),
  response: z.object({ AutherisationToken: z.string() }), // sic
})
