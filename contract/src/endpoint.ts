import type * as z from 'zod/mini'
import type { Permission } from './permissions.ts'

/**
 * Who may call. `public`: anyone. `session`: anyone signed in. A permission: whoever's role holds it.
 * `application`: a registered application with its own credentials (HTTP Basic).
 */
export type Access = 'public' | 'session' | 'application' | Permission

type Schema = z.ZodMiniType

export type Endpoint<Request extends Schema = Schema, Response extends Schema = Schema> = {
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  readonly access: Access
  /** One sentence for the API document. */
  readonly summary: string
  /** The query of a GET, the JSON body of a POST, and the path parameters of either. */
  readonly request: Request
  /** The `data` of the answer. The server strips every field that it does not name. */
  readonly response: Response
  /** What a success says to people; the server sends it as `msg`, the web app shows it. */
  readonly message: string
}

export type Input<E extends Endpoint> = z.output<E['request']>
export type Output<E extends Endpoint> = z.output<E['response']>

type Declared<Request extends Schema, Response extends Schema> = Omit<Endpoint<Request, Response>, 'message'> & {
  readonly message?: string
}

/** Names one call of the API; the types of its access and schemas are kept. */
export function endpoint<const A extends Access, Request extends Schema, Response extends Schema>(
  call: Declared<Request, Response> & { readonly access: A },
): Endpoint<Request, Response> & { readonly access: A } {
  return { message: 'Success', ...call }
}
