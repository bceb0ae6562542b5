import type { Application, Person, ServiceAccount } from '../identity/actor.ts'

/** Finds out who calls. `app.ts` passes it in, so that this folder knows no tables. */
export type Authenticators = {
  /**
   * `null`: nobody is signed in. @throws AppError csrf_failed for a change with a cookie that our own page did not make
   */
  person: (request: CallRequest) => Promise<Person | null>
  /** Whether the request carries a key of a service account, valid or not. */
  hasServiceKey: (request: Pick<CallRequest, 'headers'>) => boolean
  /** The account of the key. @throws AppError not_signed_in when the key is not accepted; too_many_attempts */
  serviceAccount: (request: CallRequest) => Promise<ServiceAccount>
  application: (request: CallRequest) => Promise<Application | null>
  /** @throws AppError confirmation_needed, with what the person can confirm with */
  refuseUnconfirmed: (person: Person) => Promise<never>
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
