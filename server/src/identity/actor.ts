import type { UserData } from '@gatehouse/contract/people.ts'

/** A person who is signed in to the portal. */
export type Person = {
  kind: 'person'
  sessionId: string
  userId: string
  user: UserData
  /** Name of the attached role, or 'User'. */
  role: string
  /** Names of permissions: those of the catalogue, and others that administrators have added. */
  permissions: readonly string[]
  /** The role has permissions that this session does not, because it was opened without a passkey or an authenticator app (ADR 0072). */
  lacksStrongSignIn: boolean
  /** The same, and an authenticator app would not be enough. */
  lacksPasskey: boolean
  /** The role asks for a more recent sign-in before sensitive calls (ADR 0087). */
  mustConfirm: boolean
  /** How the person authenticated: by the browser's cookie or a bearer token. */
  via: 'cookie' | 'bearer'
  lastSignInAt: Date | null
  /**
   * An administrator acts for this person (ADR 0098): the session is that of the administrator, the person and everything above is
   * the other one, without permissions.
   */
  acting: { id: string; actorId: string; administrator: string; until: string; mayChange: boolean } | null
}

/** Who has signed in, under whose name changes are recorded: the administrator while one acts for the person. */
export const signedInAs = ({ userId, acting }: Person): string => acting?.actorId ?? userId

/** Whom the audit names when somebody changes something of their own account: the administrator while one acts for the person. */
export const ownLine = (person: Person) => ({
  actorId: signedInAs(person),
  subjectId: person.userId,
  sessionId: person.sessionId,
})

/** Whom the audit names when such a change is refused by a limit of the account. */
export const ownLimit = ({ userId, acting }: Person) => ({ subjectId: userId, actorId: acting?.actorId ?? null })

/** What `detail` of such a line says of an administrator who acts for the person (ADR 0133). */
export const actingDetail = ({ acting }: Person): { administrator?: string } =>
  acting === null ? {} : { administrator: acting.administrator }

/** A service account that authenticated with a key: a program that calls the console (ADR 0056). */
export type ServiceAccount = {
  kind: 'service-account'
  /** The id of the account. Changes and audit lines name it where they name a person for others. */
  userId: string
  sessionId: null
  /** The key with which it authenticated, or with which it began what goes on without a request; `null` if that is not known. */
  keyId: string | null
  name: string
  permissions: readonly string[]
  /** When the work that goes on without a request was begun. Whoever had the account in the hand since then has begun it, or can have. */
  since: Date | null
}

/** Who calls the console. */
export type Caller = Person | ServiceAccount

/** A registered application that authenticated with its own credentials. */
export type Application = { kind: 'application'; applicationId: string }

export type Actor = Caller | Application
