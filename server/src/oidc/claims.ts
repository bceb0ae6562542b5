import type { ClaimSource } from '@gatehouse/contract/admin/applications/oauth-settings.ts'
import { subjectOf } from '../access/subject.ts'
import type { Deps } from '../deps.ts'
import type { Facts } from './facts.ts'
import { PATHS } from './paths.ts'

/** A token is no place for long lists: with more pages than this the rest is asked for at `/oauth2/access`. */
const PAGES_MAX = 50

type Claimed = Record<string, unknown>

export type Claims = {
  /** The claims of each scope, as discovery tells them. */
  byScope: Record<string, string[]>
  /** Everything that may be claimed of somebody: stored facts, and nothing where there is none. */
  all: (facts: Facts) => Claimed & { sub: string }
  /**
   * Of all claims those that scopes open, and those asked for one by one, for the path that does without the library.
   * Those of the second kind are of the scopes that the grant may ask for.
   */
  open: (facts: Facts, scopes: string[], named: { claims: string[]; scopes: string[] }) => Claimed
  /** What a person is in the application, with all pages however many. */
  access: (facts: Facts) => Claimed
}

/** The claims of this issuer; made once, since names of our own begin with its address (OpenID Connect Core §5.1.2). */
export function makeClaims({ config: { publicUrl }, keys }: Pick<Deps, 'config' | 'keys'>): Claims {
  const named = (name: string) => `${publicUrl.origin}/claims/${name}`
  const names = {
    client: named('client'),
    role: named('role'),
    applicationRole: named('application_role'),
    pages: named('pages'),
    more: named('more'),
  }
  const moreAt = new URL(PATHS.access, publicUrl).href
  const byScope: Record<string, string[]> = {
    openid: ['sub', 'acr', 'amr', 'auth_time'],
    profile: ['name', 'given_name', 'family_name', 'preferred_username', 'updated_at'],
    email: ['email', 'email_verified'],
    phone: ['phone_number', 'phone_number_verified'],
    access: [...Object.values(names), 'groups', 'roles'],
  }
  const ofScopes = (scopes: string[]) => scopes.flatMap((scope) => byScope[scope] ?? [])

  const ofAccess = ({ client, role, applicationRole, pages, ...facts }: Facts): Claimed => ({
    [names.client]: client,
    [names.role]: role,
    ...(applicationRole === null ? {} : { [names.applicationRole]: applicationRole }),
    [names.pages]: pages.length > PAGES_MAX ? pages.slice(0, PAGES_MAX) : pages,
    // The rest is where all of it is.
    ...(pages.length > PAGES_MAX ? { [names.more]: moreAt } : {}),
    ...mapped('groups', facts.groupsClaim, { client, role, applicationRole, pages }),
    ...mapped('roles', facts.rolesClaim, { client, role, applicationRole, pages }),
  })
  const all: Claims['all'] = (facts) => {
    const {
      subject,
      userId,
      email,
      emailVerified,
      userName,
      firstName,
      lastName,
      phoneNumber,
      phoneVerified,
      updatedAt,
    } = facts
    return {
      sub: subjectOf(keys.subject, subject, userId),
      name: `${firstName} ${lastName}`.trim(),
      given_name: firstName,
      family_name: lastName,
      preferred_username: userName,
      updated_at: updatedAt,
      email,
      email_verified: emailVerified,
      ...(phoneNumber === '' ? {} : { phone_number: phoneNumber, phone_number_verified: phoneVerified }),
      ...ofAccess(facts),
    }
  }
  return {
    byScope,
    all,
    open: (facts, scopes, wanted) => {
      const known = all(facts)
      const opened: Claimed = { sub: known.sub }
      const mayName = wanted.claims.length === 0 ? [] : ofScopes(wanted.scopes)
      for (const name of [...ofScopes(scopes), ...wanted.claims.filter((one) => mayName.includes(one))])
        if (name in known) opened[name] = known[name]
      return opened
    },
    access: (facts) => ({
      sub: subjectOf(keys.subject, facts.subject, facts.userId),
      ...ofAccess(facts),
      [names.pages]: facts.pages,
    }),
  }
}

type Mapped = Pick<Facts, 'client' | 'role' | 'applicationRole' | 'pages'>

/** A claim under a name that many clients read without being told of ours; always a list. */
function mapped(name: string, source: ClaimSource, { client, role, applicationRole, pages }: Mapped) {
  const values = {
    none: null,
    role: [role],
    // Only roles of the application's own have one.
    'role-id': [applicationRole?.role_id ?? ''].filter(Boolean),
    'client-role': [`${client.name}/${role}`],
    client: [client.name],
    'client-id': [client.uuid || client.id],
    pages: pages.slice(0, PAGES_MAX),
  }[source]
  return values === null ? {} : { [name]: values }
}
