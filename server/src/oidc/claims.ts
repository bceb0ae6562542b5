import type { Config } from '../config.ts'
import type { Facts } from './facts.ts'
import { PATHS } from './paths.ts'

/** A token is no place for long lists: with more pages than this the rest is asked for at `/oauth2/access`. */
const PAGES_MAX = 50

type Claims = Record<string, unknown>

/** Begins the names of claims that are our own (OpenID Connect Core §5.1.2). */
const namespace = ({ publicUrl }: Pick<Config, 'publicUrl'>) => `${publicUrl.origin}/claims/`

/** The claims of each scope, as discovery tells them. */
export function claimsByScope(config: Pick<Config, 'publicUrl'>): Record<string, string[]> {
  const ours = ['client', 'role', 'application_role', 'pages', 'more'].map((name) => namespace(config) + name)
  return {
    openid: ['sub', 'acr', 'amr', 'auth_time'],
    profile: ['name', 'given_name', 'family_name', 'preferred_username', 'updated_at'],
    email: ['email', 'email_verified'],
    phone: ['phone_number', 'phone_number_verified'],
    access: ours,
  }
}

/** Everything that may be claimed of somebody: stored facts, and nothing where there is none. */
export function toClaims(config: Pick<Config, 'publicUrl'>, facts: Facts): Claims & { sub: string } {
  const { userId, email, emailVerified, userName, firstName, lastName, phoneNumber, updatedAt } = facts
  return {
    sub: userId,
    name: `${firstName} ${lastName}`.trim(),
    given_name: firstName,
    family_name: lastName,
    preferred_username: userName,
    updated_at: updatedAt,
    email,
    email_verified: emailVerified,
    // Nobody has proved a phone number yet.
    ...(phoneNumber === '' ? {} : { phone_number: phoneNumber, phone_number_verified: false }),
    ...accessClaims(config, facts),
  }
}

function accessClaims(config: Pick<Config, 'publicUrl'>, { client, role, applicationRole, pages }: Facts): Claims {
  const ours = namespace(config)
  return {
    [`${ours}client`]: client,
    [`${ours}role`]: role,
    ...(applicationRole === null ? {} : { [`${ours}application_role`]: applicationRole }),
    [`${ours}pages`]: pages.slice(0, PAGES_MAX),
    // The rest is where all of it is.
    ...(pages.length > PAGES_MAX ? { [`${ours}more`]: new URL(PATHS.access, config.publicUrl).href } : {}),
  }
}

/** What a person is in the application, with all pages however many. */
export function allAccess(config: Pick<Config, 'publicUrl'>, facts: Facts): Claims {
  return { sub: facts.userId, ...accessClaims(config, facts), [`${namespace(config)}pages`]: facts.pages }
}

/**
 * Of all claims those that scopes open, and those asked for one by one, for the path that does without the library.
 * Those of the second kind are of the scopes that the grant may ask for.
 */
export function claimsOf(
  config: Pick<Config, 'publicUrl'>,
  facts: Facts,
  scopes: string[],
  named: { claims: string[]; scopes: string[] },
): Claims {
  const byScope = claimsByScope(config)
  const ofScopes = (some: string[]) => some.flatMap((scope) => byScope[scope] ?? [])
  const mayName = new Set(ofScopes(named.scopes))
  const open = new Set(['sub', ...ofScopes(scopes), ...named.claims.filter((name) => mayName.has(name))])
  return Object.fromEntries(Object.entries(toClaims(config, facts)).filter(([name]) => open.has(name)))
}
