import type * as z from 'zod/mini'
import { refuseUnknown } from './paging.ts'
import type { Permission } from './permissions.ts'
import type { Touch } from './touch.ts'

/**
 * Who may call. `public`: anyone. `session`: any signed-in person. A permission: a person whose role has it.
 * `application`: a registered application with its own credentials (HTTP Basic).
 */
export type Access = 'public' | 'session' | 'application' | Permission

/**
 * In which actings an administrator may call. `read`: in every one, because it reads the person's own pages or ends the acting
 * (ADR 0098). `change`: only in one that may change things (ADR 0133).
 */
export type WhileActing = 'read' | 'change'

type Schema = z.ZodMiniType

export type Endpoint<Request extends Schema = Schema, Response extends Schema = Schema> = {
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${string}`
  readonly access: Access
  /** The rights that the call could give or take: the server judges them before the change (ADR 0023). */
  readonly touches: readonly Touch[]
  /** One sentence for the API document. */
  readonly summary: string
  /**
   * The query of a GET, the JSON body of a POST, and the path parameters of both. A GET refuses every undeclared name,
   * because a misspelt filter would list everything.
   */
  readonly request: Request
  /** The `data` of the answer. The server strips every field that is not declared here. */
  readonly response: Response
  /** The text of a success for people; the server sends it as `msg`, the web app shows it. */
  readonly message: string
  /** The text of a success where it depends on the answer. */
  readonly messageOf?: (answer: never) => string
  /**
   * Whether service accounts may call. Left out: if the call needs a permission (`isForServiceAccounts`, ADR 0056).
   */
  readonly serviceAccounts?: boolean
  /**
   * Whether it makes a secret, gives out the data of many people, changes where sign-ins go or publishes who approves what (see `mayAskToConfirm`). Left out: no.
   */
  readonly isSensitive?: boolean
  /**
   * Whether an administrator may call while acting for a person. Left out: no.
   */
  readonly whileActing?: WhileActing
  /** The longest body of an application that proves itself in the header. Left out: as of all calls behind a sign-in. */
  readonly bodyMaxBytes?: number
}

/**
 * Whether the role of the caller may ask for a recent sign-in before the call (ADR 0087): it could give or take rights, or is
 * sensitive otherwise.
 */
export const mayAskToConfirm = ({
  touches = [],
  isSensitive = false,
}: Pick<Partial<Endpoint>, 'touches' | 'isSensitive'>) => touches.length > 0 || isSensitive

export type Input<E extends Endpoint> = z.output<E['request']>
export type Output<E extends Endpoint> = z.output<E['response']>

/**
 * A change behind a permission must declare what it touches, even when that is nothing; otherwise it does not compile.
 */
type MustSay<A extends Access, Method> = A extends Permission ? (Method extends 'POST' ? true : false) : false

type Declared<A extends Access, Method, Touches, Machines, Request extends Schema, Response extends Schema> = Omit<
  Endpoint<Request, Response>,
  'message' | 'touches' | 'access' | 'method' | 'serviceAccounts'
> & {
  readonly access: A
  readonly method: Method
  readonly message?: string
  readonly serviceAccounts?: Machines
} & (MustSay<A, Method> extends true ? { readonly touches: Touches } : { readonly touches?: never })

/** Declares one call of the API; the types of its access and schemas are kept. */
export function endpoint<
  const A extends Access,
  const Method extends 'GET' | 'POST',
  Request extends Schema,
  Response extends Schema,
  const Touches extends readonly Touch[] = [],
  const Machines extends boolean = A extends Permission ? true : false,
>(call: Declared<A, Method, Touches, Machines, Request, Response>): Called<A, Touches, Machines, Request, Response> {
  const request = call.method === 'GET' ? refuseUnknown(call.request) : call.request
  // The defaults of optional properties: the type above has required `touches` where it must be given.
  return { message: 'Success', touches: [], ...call, request } as unknown as Called<
    A,
    Touches,
    Machines,
    Request,
    Response
  >
}

/** `serviceAccounts` has the type of its value, or of its default. */
type Called<A, Touches, Machines, Request extends Schema, Response extends Schema> = Omit<
  Endpoint<Request, Response>,
  'serviceAccounts'
> & { readonly access: A; readonly touches: Touches; readonly serviceAccounts?: Machines }

/** Declares a file that is streamed, without an envelope. Its query is as strict as that of a GET of `endpoint`. */
export function download<
  const Declared extends { path: `/api/${string}`; access: Permission; request: Schema; isSensitive?: boolean },
>(declared: Declared): Declared {
  return { ...declared, request: refuseUnknown(declared.request) }
}

/** Declares a form with one file, without an envelope. It must say what it touches, as a change of `endpoint`. */
export function fileForm<
  const Declared extends {
    path: `/api/${string}`
    access: Permission
    touches: readonly Touch[]
    field: string
    request: Schema
    response: Schema
  },
>(declared: Declared): Declared {
  return declared
}
