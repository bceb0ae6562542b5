import type { ClaimSource } from '@gatehouse/contract/admin/applications/oauth-settings.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import { type SubjectRule, subjectOf } from '../access/subject.ts'
import type { Deps } from '../deps.ts'
import type { Actor, Facts } from './facts.ts'
import { PATHS } from './paths.ts'

/**
 * A token must not contain long lists: with more pages than this, the application gets the rest at `/oauth2/access`.
 */
const PAGES_MAX = 50

const areMany = (pageActions: Facts['pageActions']) => (pageActions?.length ?? 0) > PAGES_MAX

type Claimed = Record<string, unknown>

export type Claims = {
  /** The claims of each scope, as the discovery document lists them. */
  byScope: Record<string, string[]>
  /** All claims of a person, from stored facts; a claim without a fact is left out. */
  all: (facts: Facts) => Claimed & { sub: string }
  /**
   * The claims of these scopes, and the claims requested one by one, for answers that do not use the library.
   * `named.scopes` are the scopes whose claims the grant may request one by one.
   */
  open: (facts: Facts, scopes: string[], named: { claims: string[]; scopes: string[] }) => Claimed
  /** The person's access in the application, with all pages. */
  access: (facts: Facts) => Claimed
  /** The id by which an application knows a person. */
  subject: (application: SubjectRule, userId: string) => string
  /** Who acts for the person, and that they may only look; nothing when nobody does. */
  actor: (subject: SubjectRule, acting: Actor | null) => Claimed
}

/** The claims of this issuer. Claim names of our own start with its address (OpenID Connect Core §5.1.2). */
export function makeClaims({ config: { publicUrl }, keys }: Pick<Deps, 'config' | 'keys'>): Claims {
  const named = (name: string) => `${publicUrl.origin}/claims/${name}`
  const names = {
    client: named('client'),
    role: named('role'),
    applicationRole: named('application_role'),
    pages: named('pages'),
    more: named('more'),
  }
  const acting = named('acting')
  /** At the address of the complete list only. */
  const allActions = named('page_actions')
  const moreAt = new URL(PATHS.access, publicUrl).href
  const byScope: Record<string, string[]> = {
    openid: ['sub', 'acr', 'amr', 'auth_time', 'act', acting],
    profile: ['name', 'given_name', 'family_name', 'preferred_username', 'updated_at'],
    email: ['email', 'email_verified'],
    phone: ['phone_number', 'phone_number_verified'],
    access: [...Object.values(names), 'groups', 'roles'],
  }
  const ofScopes = (scopes: string[]) => scopes.flatMap((scope) => byScope[scope] ?? [])

  const ofAccess = ({ client, role, applicationRole, pages, pageActions, ...facts }: Facts): Claimed => ({
    [names.client]: client,
    [names.role]: role,
    ...(applicationRole === null ? {} : { [names.applicationRole]: applicationRole }),
    [names.pages]: pages.length > PAGES_MAX ? pages.slice(0, PAGES_MAX) : pages,
    // `more` is the address of the complete list.
    ...(pages.length > PAGES_MAX || areMany(pageActions) ? { [names.more]: moreAt } : {}),
    ...mapped('groups', facts.groupsClaim, { client, role, applicationRole, pages, pageActions }),
    ...mapped('roles', facts.rolesClaim, { client, role, applicationRole, pages, pageActions }),
  })
  const actorOf: Claims['actor'] = (subject, actor) =>
    actor === null
      ? {}
      : {
          // Its members identify the actor, and nothing else belongs there (RFC 8693 §4.1).
          act: { sub: subjectOf(keys.subject, subject, actor.userId), name: actor.name },
          [acting]: { read_only: true, until: actor.until },
        }
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
      name: fullName({ firstName, lastName }),
      given_name: firstName,
      family_name: lastName,
      preferred_username: userName,
      updated_at: updatedAt,
      email,
      email_verified: emailVerified,
      ...(phoneNumber === '' ? {} : { phone_number: phoneNumber, phone_number_verified: phoneVerified }),
      ...ofAccess(facts),
      ...actorOf(subject, facts.acting),
    }
  }
  return {
    byScope,
    all,
    subject: (application, userId) => subjectOf(keys.subject, application, userId),
    actor: actorOf,
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
      ...actorOf(facts.subject, facts.acting),
      [names.pages]: facts.pages,
      ...(facts.pageActions === null ? {} : { [allActions]: facts.pageActions }),
    }),
  }
}

type Mapped = Pick<Facts, 'client' | 'role' | 'applicationRole' | 'pages' | 'pageActions'>

/** A claim under a name that many programs read without configuration; always a list. */
function mapped(name: string, source: ClaimSource, { client, role, applicationRole, pages, pageActions }: Mapped) {
  const values = {
    none: null,
    role: [role],
    // Only the application's own roles have an id.
    'role-id': [applicationRole?.role_id ?? ''].filter(Boolean),
    'client-role': [`${client.name}/${role}`],
    client: [client.name],
    'client-id': [client.uuid || client.id],
    pages: pages.slice(0, PAGES_MAX),
    // A part of them would look like all of them: the application asks instead (`more`).
    'page-actions': areMany(pageActions) ? null : pageActions,
  }[source]
  return values === null ? {} : { [name]: values }
}
