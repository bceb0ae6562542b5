import * as z from 'zod/mini'
import { search } from './fields.ts'

/** Rows a page, as lists offer them (requirement A19). The first page is page 0. */
export const PAGE_SIZES = [5, 10, 25] as const
export const DEFAULT_PAGE_SIZE = 10

/** A call without paging parameters returns all rows up to this number, and is refused beyond it (requirement G5). */
export const UNPAGED_MAX_ROWS = 10_000

/** Totals are exact up to this number; beyond it they are estimates of the database. */
export const COUNTED_MAX_ROWS = 1000

/** How far a page may be from either end of a list: no person pages through the middle of a million rows. */
export const PAGE_MAX = 1000

/** A whole number, also as text from a query string. */
export const integer = (min: number, max: number) =>
  z.pipe(
    z.union([z.number(), z.string().check(z.regex(/^-?\d{1,6}$/))]),
    z.pipe(z.transform(Number), z.int().check(z.gte(min), z.lte(max))),
  )

/** A search in this field looks in all fields; no list is sorted by it. */
export const ANY_FIELD = 'any'

/** The query of lists that only answer pages: `page` counts from 0. */
export const pageAsked = {
  page: z.optional(integer(0, PAGE_MAX)),
  pageSize: z.optional(integer(1, 100)),
}

/** The error for an unknown filter. */
const NOT_LISTED_BY = 'There is no such filter'

/** A boolean, also as text from a query string. */
export const flag = () =>
  z.pipe(
    z.union([z.boolean(), z.enum(['true', 'false'])]),
    z.transform((sent) => sent === true || sent === 'true'),
  )

/**
 * The query of a list. `search` looks in `field`, ignoring case; without a field it is ignored.
 *
 * `page` counts from 0; negative pages count from the end, -1 being the last one. `deleted` lists the records that can
 * be restored.
 */
export function listQuery<const Field extends string, const Sort extends string, Filters extends z.core.$ZodShape>(
  fields: readonly Field[],
  sorts: readonly Sort[],
  filters: Filters,
) {
  const shape = {
    page: z.optional(integer(-PAGE_MAX, PAGE_MAX)),
    pageSize: z.optional(integer(1, 100)),
    field: z.optional(z.enum(fields as readonly [Field, ...Field[]])),
    search: search(),
    sort: z.optional(z.enum(sorts as readonly [Sort, ...Sort[]])),
    order: z.optional(z.enum(['asc', 'desc'])),
    deleted: z.optional(flag()),
    ...filters,
  }
  return z.object(shape)
}

/** The filters of a list, in the body of a call that changes the listed records. */
export function onlyFilters<Filters extends z.core.$ZodShape>(filters: Filters) {
  return refuseUnknown(z.object(filters))
}

/**
 * The same schema, but it refuses unknown names.
 *
 * @throws Error for a schema other than an object, which would accept every name
 */
export function refuseUnknown<Query extends z.ZodMiniType>(query: Query): Query {
  const { def } = query as unknown as z.ZodMiniObject
  if (def.type !== 'object') throw new Error('a query is an object')
  const error: z.core.$ZodErrorMap = ({ code }) => (code === 'unrecognized_keys' ? NOT_LISTED_BY : undefined)
  const strict: z.core.$ZodObjectDef = { ...def, catchall: z.never(), error }
  return query.clone(strict as unknown as Query['def'])
}

/** The query of any list. */
export type ListQuery<Field extends string = string, Sort extends string = string> = {
  page?: number | undefined
  pageSize?: number | undefined
  field?: Field | undefined
  search?: string | undefined
  sort?: Sort | undefined
  order?: 'asc' | 'desc' | undefined
  deleted?: boolean | undefined
}

/** One page of rows. Beyond `COUNTED_MAX_ROWS` rows the total is an estimate. */
export type Page<Row> = { rows: Row[]; total: number; isEstimate: boolean }

export const pageOf = <Row extends z.ZodMiniType>(row: Row) =>
  z.object({ rows: z.array(row), total: z.number(), isEstimate: z.boolean() })

/** A list returns all rows, or one page of them when the query asks for a page. */
export const listAnswer = <Row extends z.ZodMiniType>(row: Row) => z.union([z.array(row), pageOf(row)])
