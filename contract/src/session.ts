import * as z from 'zod/mini'
import { acting } from './acting.ts'
import { endpoint } from './endpoint.ts'
import * as field from './fields.ts'
import { preferences } from './own-preferences.ts'
import { userData } from './people.ts'

/** What the web app needs before it draws anything: the settings of this deployment and who is signed in. */
const settings = z.object({
  brand: z.string(),
  /** The foot of the menu, or `null` for the copyright line. */
  footer: z.nullable(z.string()),
  passwordPolicy: z.enum(['spec', 'modern']),
  passwordClipboard: z.enum(['block', 'allow']),
  /** Link of the 'Vendor registration' entry on the sign-in page (requirement S4), or `null`. */
  vendorRegistrationUrl: z.nullable(z.string()),
  /** Whether browsers make passkeys for the portal's address. */
  passkeys: z.boolean(),
  /** The relying party id of passkeys: the host of the portal, a domain above it, or a former host name (ADR 0134). */
  passkeyHost: z.string(),
  /** True when the built-in inbox shows the codes. */
  inbox: z.boolean(),
})
export type Settings = z.output<typeof settings>

const sessionData = z.object({
  user: userData,
  /** Name of the attached role, or 'User' when there is none. */
  role: z.string(),
  permissions: z.array(z.string()),
  /** The role has permissions that need a sign-in with a passkey or an authenticator app, and this was none. */
  lacksStrongSignIn: z.boolean(),
  /** The role or a client needs a passkey, and an authenticator app is not enough. */
  lacksPasskey: z.boolean(),
  /** The day from which this person will need a passkey or an authenticator app; `null`: none, or they have one. */
  strongSignInFrom: z.nullable(z.string()),
  /** The same of a passkey alone. */
  passkeyFrom: z.nullable(z.string()),
  /** The person can approve documents now, or has lent or been lent authority to: the menu has the page of stand-ins. */
  usesStandIns: z.boolean(),
  /** A running review named the person, or they started it: the menu has the page of reviews, which says about what they decide now. */
  reviews: z.boolean(),
  preferences,
  /** The person is an owner of applications, or a contact who decides: the menu has the page of requests to decide. */
  decidesRequests: z.boolean(),
  /** The person can sign in with a passkey; false while somebody acts for them. */
  hasPasskey: z.boolean(),
  csrfToken: z.string(),
  /** An administrator acts for `user`; `null`: `user` is the one who has signed in. */
  acting: z.nullable(acting),
  lastSignInAt: z.nullable(z.string()),
})
export type Session = z.output<typeof sessionData>

/** A public EC P-256 JWK (RFC 7517) for encrypting requests. */
const encryptionKey = z.object({
  kid: z.string(),
  kty: z.literal('EC'),
  crv: z.literal('P-256'),
  x: z.string(),
  y: z.string(),
  alg: z.literal('ECDH-ES'),
  use: z.literal('enc'),
})
export type EncryptionKey = z.output<typeof encryptionKey>

/** Why a session no longer signs its person in. */
const endReason = z.enum([
  'logout',
  'password-changed',
  'password-reset',
  'passkey-copied',
  'role-changed',
  'too-many-sessions',
  'replaced',
  'ended-by-owner',
  'ended-by-administrator',
  'deactivated',
  'suspended',
  'deleted',
  'idle',
  'expired',
])
export type SessionEndReason = z.output<typeof endReason>

export const getSession = endpoint({
  method: 'GET',
  path: '/api/session',
  access: 'public',
  whileActing: 'read',
  summary: 'Who is signed in, or `null`, with the settings the web app needs.',
  request: z.object({}),
  response: z.object({
    session: z.nullable(sessionData),
    /** Why this browser's session has ended; `null` when there was none, or it is live. */
    endReason: z.nullable(endReason),
    settings,
    encryptionKey: z.nullable(encryptionKey),
    /** The server's time, by which it judges the age of encrypted requests (ISO 8601). */
    time: z.string(),
  }),
})

export const getSessionState = endpoint({
  method: 'GET',
  path: '/api/session/state',
  access: 'public',
  summary: "Whose session this browser's is, for pages that wait. Asking does not count as use.",
  request: z.object({}),
  response: z.object({ userId: z.nullable(z.string()) }),
})

export const getEncryptionKeys = endpoint({
  method: 'GET',
  path: '/api/crypto/keys',
  access: 'public',
  serviceAccounts: true,
  summary: 'The keys to which `encryptedData` may be encrypted, newest first.',
  request: z.object({}),
  response: z.object({ keys: z.array(encryptionKey) }),
})

export const DestroySession = endpoint({
  method: 'POST',
  path: '/api/auth/oauth2/DestroySession',
  access: 'public',
  whileActing: 'read',
  summary: 'Ends this session. Also answers 200 when it has already ended.',
  request: z.object({
    /** The signed value from the address of /signout: the application that asks, and where the browser returns. */
    asked: z.optional(z.string().check(z.maxLength(8192, 'Too Long!'))),
  }),
  response: z.object({
    /** How many applications were opened in the session; above zero, the browser continues at /logout. */
    applications: z.number(),
    /** Where the browser may continue at once, for the application that has asked; else `null`. */
    continueAt: z.nullable(z.string()),
  }),
})

export const getEndedSession = endpoint({
  method: 'GET',
  path: '/api/session/ended',
  access: 'public',
  summary: 'The applications opened in the session that this browser has just ended, each with its logout address.',
  request: z.object({}),
  response: z.object({
    applications: z.array(
      z.object({
        _id: z.string(),
        name: z.string(),
        /** With `iss` and `sid`, to be opened in a hidden frame; `null` when none is registered. */
        logoutUrl: z.nullable(z.string()),
        /**
         * The state of the back-channel notice: `confirmed` by the application, waiting, failed and to be retried, or
         * abandoned (`failed`); `null` when the application has no back-channel address.
         */
        byServer: z.nullable(z.enum(['confirmed', 'waiting', 'retrying', 'failed'])),
      }),
    ),
    /** Where the browser returns for the application that began the logout; `null`: the sign-in page. */
    continueAt: z.nullable(z.string()),
  }),
})

/** A live session, and the applications opened in it. */
const liveSession = z.object({
  _id: z.string(),
  /** The session of the caller. */
  isCurrent: z.boolean(),
  /** `bearer`: a program, not a browser. `acting`: an administrator who acts for the person. */
  kind: z.enum(['cookie', 'bearer', 'acting']),
  /** Who acts for the person; `null` for a session of their own. */
  administrator: z.nullable(z.string()),
  /** For whom its person acts in it. */
  actsFor: z.nullable(z.string()),
  /** With `administrator`: they may also change things for the person (ADR 0133). */
  mayChange: z.boolean(),
  /** Names, or empty when the program does not send one. */
  browser: z.string(),
  system: z.string(),
  ip: z.string(),
  signedInAt: z.string(),
  /** Exact to a minute. */
  lastSeenAt: z.string(),
  applications: z.array(z.object({ _id: z.string(), name: z.string(), logo: z.string() })),
})
export type LiveSession = z.output<typeof liveSession>
export const liveSessions = z.array(liveSession)

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/session/list',
  access: 'session',
  whileActing: 'read',
  summary: "One's own live sessions: this one first, then the last used.",
  request: z.object({}),
  response: liveSessions,
})

/** How many sessions have ended. */
export const endedSessions = z.object({ ended: z.number() })

export const endOwnSession = endpoint({
  method: 'POST',
  path: '/api/session/end',
  access: 'session',
  summary: "Ends one of the caller's sessions and notifies the applications opened in it.",
  message: 'Session Ended',
  request: z.object({ sessionId: field.id() }),
  response: endedSessions,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/session/endOthers',
  access: 'session',
  summary:
    "Ends all of one's own sessions but this one, the access of applications that outlives them, and forgets the remembered browsers.",
  message: 'Sessions Ended',
  request: z.object({}),
  response: endedSessions,
})
