import type * as z from 'zod/mini'
import { refuseUnknown } from './paging.ts'
import type { Permission } from './permissions.ts'
import type { Touch } from './touch.ts'

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
  /** What it could give to somebody or take from somebody: asked by the server before the change (ADR 0023). */
  readonly touches: readonly Touch[]
  /** One sentence for the API document. */
  readonly summary: string
  /**
   * The query of a GET, the JSON body of a POST, and the path parameters of either. A GET refuses every name that it does
   * not declare: a misspelt filter would list everything.
   */
  readonly request: Request
  /** The `data` of the answer. The server strips every field that it does not name. */
  readonly response: Response
  /** What a success says to people; the server sends it as `msg`, the web app shows it. */
  readonly message: string
}

export type Input<E extends Endpoint> = z.output<E['request']>
export type Output<E extends Endpoint> = z.output<E['response']>

/** A change behind a permission says what it touches, be it nothing: one that does not is no call. */
type MustSay<A extends Access, Method> = A extends Permission ? (Method extends 'POST' ? true : false) : false

type Declared<A extends Access, Method, Touches, Request extends Schema, Response extends Schema> = Omit<
  Endpoint<Request, Response>,
  'message' | 'touches' | 'access' | 'method'
> & {
  readonly access: A
  readonly method: Method
  readonly message?: string
} & (MustSay<A, Method> extends true ? { readonly touches: Touches } : { readonly touches?: never })

/** Names one call of the API; the types of its access and schemas are kept. */
export function endpoint<
  const A extends Access,
  const Method extends 'GET' | 'POST',
  Request extends Schema,
  Response extends Schema,
  const Touches extends readonly Touch[] = [],
>(
  call: Declared<A, Method, Touches, Request, Response>,
): Endpoint<Request, Response> & { readonly access: A; readonly touches: Touches } {
  const request = call.method === 'GET' ? refuseUnknown(call.request) : call.request
  // What a declaration does not say is nothing: the type above has made those say it that must.
  return { message: 'Success', touches: [], ...call, request } as unknown as Endpoint<Request, Response> & {
    readonly access: A
    readonly touches: Touches
  }
}

/** A file that is streamed, with no envelope around it. Its query is as strict as that of a GET of `endpoint`. */
export function download<const Declared extends { path: `/api/${string}`; access: Permission; request: Schema }>(
  declared: Declared,
): Declared {
  return { ...declared, request: refuseUnknown(declared.request) }
}
