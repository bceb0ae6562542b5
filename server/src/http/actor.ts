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
  /** How the person authenticated: by the browser's cookie or a bearer token. */
  via: 'cookie' | 'bearer'
  lastSignInAt: Date | null
}

/** A registered application that authenticated with its own credentials. */
export type Application = { kind: 'application'; applicationId: string }

export type Actor = Person | Application

/** Finds out who calls. `app.ts` passes it in, so that this folder knows no tables. */
export type Authenticators = {
  /**
   * `null`: nobody is signed in. @throws AppError csrf_failed for a change with a cookie that our own page did not make
   */
  person: (request: CallRequest) => Promise<Person | null>
  application: (request: CallRequest) => Promise<Application | null>
}

/** The parts of a request that identify the caller. */
export type CallRequest = {
  method: string
  headers: Record<string, string | string[] | undefined>
  cookies: Record<string, string | undefined>
  ip: string
  /** The raw body; nothing has checked it yet. */
  body?: unknown
}
