import * as z from 'zod/mini'
import { type Endpoint, endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { ANY_FIELD, type ListQuery, listAnswer, listQuery, type Page } from '../../paging.ts'
import type { Permission } from '../../permissions.ts'
import { namesIn } from '../../record-name.ts'
import type { RecordTouches, Touch } from '../../touch.ts'
import { type AuditLine, auditEvent } from './audit-line.ts'
import { changesOf, type LeftOut, leftOutOf } from './left-out.ts'

/** The common fields of all console records. */
const recordShape = {
  _id: z.string(),
  /** Counts the changes. An update that names an outdated version is refused. */
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
  deletedAt: z.nullable(z.string()),
  /** The name of the person who deleted it. */
  deletedBy: z.nullable(z.string()),
}
/**
 * The answer to a caller who may change records but not read them. The types of the calls omit it, because our own
 * pages are only for callers who may read them.
 */
const unseen = z.object({ _id: z.string(), version: z.number() })

export type RecordRow = z.output<z.ZodMiniObject<typeof recordShape>>

/** What uses a record: `blocks` prevents its deletion, `detaches` is deleted with it, `leaves` stays, and nothing takes the place of the record. */
export const use = z.object({
  /** The plural shown in the console: 'people', 'applications', 'assignments'. */
  kind: z.string(),
  count: z.number(),
  /** The names of the first few, empty if the caller may not read them, with the ids of the records that show them: of a gateway its lane. */
  names: z.array(z.string()),
  ids: z.optional(z.array(z.string())),
  effect: z.enum(['blocks', 'detaches', 'leaves']),
})
export type Use = z.output<typeof use>

type Schema<T> = z.ZodMiniType<T>
type Sent = Record<string, unknown>

/**
 * One kind of record that the console manages: its calls and what its list can do. Generic over the row, what a form
 * sends and what the list is asked for, so that the server's stores cannot name a field, a filter or a column that is
 * not declared here, nor leave out one that is.
 */
export type Resource<
  Row extends RecordRow = RecordRow,
  Form = unknown,
  Changes = Form,
  Query extends ListQuery = ListQuery & Sent,
> = {
  readonly name: string
  /** The wire name of the id in changes and deletions. */
  readonly idKey: string
  readonly read: Permission | 'session'
  readonly write: Permission
  readonly touches: RecordTouches
  /** The paths of its names in forms and rows, such as `name.description`. */
  readonly names: readonly string[]
  /** The fields that stay the same when an update leaves them out. The engine adds them before a store gets the changes. */
  readonly leftOut: LeftOut
  /** The searchable fields, in the order of the field selector. The first one is the default. */
  readonly fields: readonly NonNullable<Query['field']>[]
  /** The sortable fields. */
  readonly sorts: readonly NonNullable<Query['sort']>[]
  readonly list: Endpoint<Schema<Query>, Schema<Row[] | Page<Row>>>
  readonly create: Endpoint<Schema<Form>, Schema<Row>>
  readonly update: Endpoint<Schema<Changes & { version?: number | undefined }>, Schema<Row>>
  readonly remove: Endpoint<Schema<Sent>, Schema<{ _id: string }>>
  readonly restore: Endpoint<Schema<{ id: string }>, Schema<Row>>
  /** What uses a record; shown before it is deleted. */
  readonly uses: Endpoint<Schema<{ id: string }>, Schema<Use[]>>
  readonly history: Endpoint<Schema<{ id: string }>, Schema<AuditLine[]>>
}

/** When a record was created, changed and deleted. Every list can be sorted by these. */
const TIMES = ['createdAt', 'updatedAt', 'deletedAt'] as const
export type TimeColumn = (typeof TIMES)[number]

type Shape = z.core.$ZodShape

type Declaration<
  Row extends Shape,
  Form extends Shape,
  Changes extends Shape,
  Field extends string,
  Sort extends string,
  Filters extends Shape,
> = {
  name: string
  /** Singular, for the API document. */
  title: string
  /** The success messages. Whole texts, so that a text search finds them. */
  messages: { created: string; updated: string; removed: string }
  idKey: string
  read: Permission | 'session'
  write: Permission
  touches: RecordTouches
  /** Whether creating, changing, deleting and restoring one is sensitive (see `Endpoint`). */
  isSensitive?: boolean
  /** `ANY_FIELD` is all of them together. */
  fields: readonly [Field, ...Field[]]
  /** Sortable besides the searchable fields. */
  sorts?: readonly Sort[]
  filters?: Filters
  row: Row
  form: Form
  /** The fields of an update, if different from the form. A default of either counts only for a new record. */
  changes?: Changes
  /** The fields of a deletion, besides the id. */
  removal?: Shape
  paths: { list: `/api/${string}`; create: `/api/${string}`; update: `/api/${string}`; remove: `/api/${string}` }
}

/** Creates the seven calls of a resource from its row and its form. */
export function resource<
  Row extends Shape,
  Form extends Shape,
  const Field extends string,
  Changes extends Shape = Form,
  const Sort extends string = never,
  // Empty if none are declared.
  Filters extends Shape = Record<never, never>,
>(declared: Declaration<Row, Form, Changes, Field, Sort, Filters>) {
  const { name, title, messages, idKey, read, write, touches, isSensitive = false, fields, paths } = declared
  const row = z.object({ ...declared.row, ...recordShape })
  const form = z.object(declared.form)
  const changeable = (declared.changes ?? declared.form) as Changes
  const changes = z.object({
    ...changesOf(changeable),
    [idKey]: field.id(),
    version: z.optional(z.int().check(z.gte(1))),
  })
  const shown = z.union([row, unseen])
  const sorts = [...fields.filter((one) => one !== ANY_FIELD), ...(declared.sorts ?? []), ...TIMES]
  const byId = z.object({ id: field.id() })
  const made = {
    name,
    idKey,
    read,
    write,
    touches,
    names: namesIn(form),
    leftOut: leftOutOf(changeable),
    fields,
    sorts,
    list: endpoint({
      method: 'GET',
      path: paths.list,
      access: read,
      ...(read === 'session' && { serviceAccounts: true }),
      summary: `${title}: the list, all rows or one page.`,
      request: listQuery(fields, sorts, declared.filters ?? {}),
      response: listAnswer(row),
    }),
    create: endpoint({
      method: 'POST',
      path: paths.create,
      access: write,
      touches: listOf(touches.create),
      isSensitive,
      summary: `${title}: creates one.`,
      message: messages.created,
      request: form,
      response: shown,
    }),
    update: endpoint({
      method: 'POST',
      path: paths.update,
      access: write,
      touches: listOf(touches.update),
      isSensitive,
      summary: `${title}: changes one. What is left out stays the same.`,
      message: messages.updated,
      request: changes,
      response: shown,
    }),
    remove: endpoint({
      method: 'POST',
      path: paths.remove,
      access: write,
      touches: listOf(touches.remove),
      isSensitive,
      summary: `${title}: deletes one; it can be restored for 30 days.`,
      message: messages.removed,
      request: z.object({ ...declared.removal, [idKey]: field.id() }),
      response: z.object({ _id: z.string() }),
    }),
    restore: endpoint({
      method: 'POST',
      path: `/api/admin/${name}/restore`,
      access: write,
      touches: listOf(touches.restore),
      isSensitive,
      summary: `${title}: restores a deleted one.`,
      message: 'Restored',
      request: byId,
      response: shown,
    }),
    uses: endpoint({
      method: 'GET',
      path: `/api/admin/${name}/uses`,
      access: write,
      summary: `${title}: what uses it, and how its deletion would affect that.`,
      request: byId,
      response: z.array(use),
    }),
    history: endpoint({
      method: 'GET',
      path: `/api/admin/${name}/history`,
      access: 'audit:read',
      summary: `${title}: who changed it, when and how, newest first.`,
      request: byId,
      response: z.array(auditEvent),
    }),
  }
  // The schemas were built from these very shapes; the named type keeps what they mean and drops how they are made.
  return made as unknown as Resource<
    z.output<z.ZodMiniObject<Row>> & RecordRow,
    z.output<z.ZodMiniObject<Form>>,
    z.output<z.ZodMiniObject<Changes>>,
    ListQuery<Field, Exclude<Field, typeof ANY_FIELD> | Sort | TimeColumn> & z.output<z.ZodMiniObject<Filters>>
  >
}

const listOf = (touch: Touch | undefined): readonly Touch[] => (touch === undefined ? [] : [touch])

export const resourceEndpoints = (one: Resource): Endpoint[] =>
  [one.list, one.create, one.update, one.remove, one.restore, one.uses, one.history] as unknown as Endpoint[]
