import type { UserData } from '@gatehouse/contract/people.ts'

/** Someone signed in to the portal. */
export type Person = {
  kind: 'person'
  sessionId: string
  userId: string
  user: UserData
  /** Name of the attached role, or 'User'. */
  role: string
  /** Names: those of the catalogue, and others that somebody has added. */
  permissions: readonly string[]
  /** Whether the browser's cookie or a bearer token spoke. */
  via: 'cookie' | 'bearer'
  lastSignInAt: Date | null
}

/** A registered application that proved itself with its own credentials. */
export type Application = { kind: 'application'; applicationId: string }

export type Actor = Person | Application

/** Finds out who calls; given to the edge by `app.ts`, so that the edge knows no tables. */
export type Authenticators = {
  /** `null`: nobody. @throws AppError csrf_failed for a change with a cookie that our own page did not make */
  person: (request: CallRequest) => Promise<Person | null>
  application: (request: CallRequest) => Promise<Application | null>
}

/** The parts of a request that decide who calls. */
export type CallRequest = {
  method: string
  headers: Record<string, string | string[] | undefined>
  cookies: Record<string, string | undefined>
  ip: string
  /** As it came; nothing has judged it yet. */
  body?: unknown
}
