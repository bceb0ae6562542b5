import * as z from 'zod/mini'
import { endpoint, type Output } from './endpoint.ts'
import * as field from './fields.ts'
import { userData } from './people.ts'

const tile = z.object({
  _id: z.string(),
  name: z.string(),
  logo: z.string(),
  summary: z.string(),
  /** The heading above its tile, as administrators wrote it; empty: none. */
  group: z.string(),
  isFavourite: z.boolean(),
  /** It may be opened by an administrator who acts for this person (ADR 0103). */
  opensWhileActing: z.boolean(),
  /** It may, but the person has not allowed this application of another party, so it stays closed then. */
  needsConsent: z.boolean(),
  /** When this person last opened it, from the portal or at the application itself; `null`: not in the last weeks. */
  openedAt: z.nullable(z.string()),
  /** The one of `clients` for which this person last opened it from the portal; empty: none. */
  lastClient: z.string(),
  /** Identifies the tile in `grantToken`. */
  redirectUri: z.string(),
  clients: z.array(
    z.object({
      _id: z.string(),
      name: z.string(),
      role: z.string(),
      /**
       * What the sign-in of the session lacks to open it: a passkey (`passkey`), a passkey or an authenticator app (`strong`), or that it was not
       * so long ago (`recent`); `null`: nothing.
       */
      lacks: z.nullable(z.enum(['passkey', 'strong', 'recent'])),
    }),
  ),
})
export type Tile = z.output<typeof tile>

export const listTiles = endpoint({
  method: 'GET',
  path: '/api/launch/tiles',
  access: 'session',
  whileActing: 'read',
  summary: 'The applications one may open, each with the clients it may be opened for.',
  request: z.object({}),
  response: z.array(tile),
})

export const setFavourite = endpoint({
  method: 'POST',
  path: '/api/launch/favourite',
  access: 'session',
  whileActing: 'change',
  summary: 'Marks an application that one may open as a favourite, or takes the mark away.',
  request: z.object({ applicationId: field.id(), isFavourite: z.boolean('Choose one from the list') }),
  response: z.object({}),
})

/** Why an assigned application has no tile; `here`: it has one. */
export const TILE_STATES = [
  'here',
  'inactive',
  'blocked',
  'permanently-blocked',
  'client-inactive',
  'without-address',
  'not-begun',
  'ended',
] as const

export const explainMissing = endpoint({
  method: 'GET',
  path: '/api/launch/missing',
  access: 'session',
  whileActing: 'read',
  summary:
    'Why an application that one expects has no tile. Knows only what is or was assigned to the caller: an unknown application and one of others both answer nothing.',
  request: z.object({ name: field.requiredText('Enter the name of the application', 100) }),
  response: z.array(
    z.object({
      name: z.string(),
      state: z.enum(TILE_STATES),
      /** The inactive clients among those that it is assigned for. */
      inactiveClients: z.array(z.string()),
      /** When it can be opened, for `not-begun`. */
      beginsAt: field.nullableText(),
      /** Since when it cannot be opened any more, for `ended`. */
      endedAt: field.nullableText(),
    }),
  ),
})
export type MissingTile = Output<typeof explainMissing>[number]

/** How the browser opens the application: a GET of `url`, or a POST of `fields` to `url`. */
const launch = z.object({
  method: z.enum(['GET', 'POST']),
  url: z.string(),
  fields: z.record(z.string(), z.string()),
})
export type Launch = z.output<typeof launch>

export const grantToken = endpoint({
  method: 'POST',
  path: '/api/auth/oauth2/grantToken',
  access: 'session',
  whileActing: 'read',
  summary:
    'A launch token for an application assigned to the caller: 60 seconds, one use. 403 distinguishes an assigned application that is closed at present from one that is not assigned, and says when it needs a stronger or a more recent sign-in. While acting for somebody, for applications that allow it.',
  request: z.object({
    /** The application's id. */
    clientId: field.id(),
    /** Exactly the registered redirect address or, when there is none, the login address. */
    redirectUri: field.requiredText('Redirect address is required', 2048),
    /** The caller's own id. */
    userId: field.id(),
    /** The client (organisation) to enter for; may be left out when there is only one. */
    client: z.optional(field.id()),
  }),
  response: z.object({ oAuthToken: z.string(), launch }),
})

export const appAuth = endpoint({
  method: 'POST',
  path: '/api/launch/appAuth',
  access: 'session',
  whileActing: 'read',
  summary: 'Opens an assigned application by its address, at /pages/login/sso.',
  request: z.object({
    RedirectUrl: field.requiredText('Redirect address is required', 2048),
    clientIDE: field.optionalText(64),
    /** Accepted and never used: the role comes from the assignment (requirement L5). */
    role: field.optionalText(200),
  }),
  response: z.object({ launch }),
})

export const ssoLaunch = endpoint({
  method: 'POST',
  path: '/api/launch/sso',
  access: 'session',
  whileActing: 'read',
  summary: 'Launches the assigned application at an address, for someone who is signed in already (/ssologin).',
  request: z.object({
    redirectUrl: field.requiredText('Redirect address is required', 2048),
    /** The application's id, when several applications share the origin of `redirectUrl`. */
    clientId: field.optionalText(64),
    /** The client (organisation) to enter for. */
    clientIDE: field.optionalText(64),
  }),
  response: z.object({ launch }),
})

// Only the portal shows pictures: its policy does not let other sites embed them.
const { profileImage: _, ...identity } = userData.shape

export const redeem = endpoint({
  method: 'POST',
  path: '/api/auth/oauth2/redeem',
  access: 'application',
  summary: 'Exchanges a launch token for the identity of the person and an access token. Once.',
  request: z.object({
    token: field.requiredText('Token is required', 512),
    /**
     * Instead of HTTP Basic, for applications with keys (private_key_jwt, RFC 7523): the type of the assertion, and the
     * assertion.
     */
    client_assertion_type: z.optional(z.string().check(z.maxLength(100, 'Too Long!'))),
    client_assertion: z.optional(z.string().check(z.maxLength(8000, 'Too Long!'))),
  }),
  response: z.object({
    sub: z.string(),
    ...identity,
    /** Whether the person has proved them by a code or link that was sent there. */
    email_verified: z.boolean(),
    phone_number_verified: z.boolean(),
    userId: z.string(),
    appName: z.string(),
    clientIDE: z.string(),
    clientID: z.string(),
    clientName: z.string(),
    role: z.string(),
    /** The portal session; a logout request names it. */
    sid: z.string(),
    /** The administrator who has opened the application for the person (RFC 8693 §4.1); absent: the person has. */
    act: z.optional(z.object({ sub: z.string(), name: z.string() })),
    /** With `act`: nothing may be changed, and it is over then, in seconds since 1970. */
    acting: z.optional(z.object({ read_only: z.boolean(), until: z.number() })),
    access_token: z.string(),
    token_type: z.literal('Bearer'),
    expires_in: z.number(),
  }),
})
