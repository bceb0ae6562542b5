import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { DEFAULT_PAGE_SIZE, PAGE_MAX, PAGE_SIZES } from '@gatehouse/contract/paging.ts'
import type { Screen } from '../screen.ts'

/** The search, filters and page in the address of a list. Pages count from 1, and from -1 backwards. */
export type ListSearch = {
  field: string
  search: string
  sort: string | undefined
  order: 'asc' | 'desc'
  page: number
  size: number
  deleted: boolean
  filters: Record<string, string>
  /** The columns that the address names; it seldom does. */
  columns: readonly string[] | undefined
}

export type Listed<Row extends RecordRow> = Pick<Screen<Row>, 'resource' | 'filters'>

/** Reads the query of an address. Invalid values are ignored. */
export function readListSearch<Row extends RecordRow>(
  query: Record<string, unknown>,
  { resource, filters = [] }: Listed<Row>,
): ListSearch {
  const { fields, sorts } = resource
  const size = Number(query.size)
  const page = Number(query.page)
  return {
    field: oneOf(fields, query.field) ?? (fields[0] as string),
    search: typeof query.search === 'string' ? query.search : '',
    sort: oneOf(sorts, query.sort),
    order: query.order === 'desc' ? 'desc' : 'asc',
    page: Number.isInteger(page) && page !== 0 && Math.abs(page) <= PAGE_MAX ? page : 1,
    size: PAGE_SIZES.some((offered) => offered === size) ? size : DEFAULT_PAGE_SIZE,
    deleted: query.deleted === 'true',
    filters: Object.fromEntries(
      filters.flatMap(({ name }) => (typeof query[name] === 'string' ? [[name, query[name]]] : [])),
    ),
    columns: typeof query.columns === 'string' && query.columns !== '' ? query.columns.split(',') : undefined,
  }
}

/** The query of the address. Default values are omitted. */
export function writeListSearch(shown: ListSearch, fields: readonly string[]): Record<string, string> {
  const { field, search, sort, order, page, size, deleted, filters, columns } = shown
  return {
    ...filters,
    ...(field !== fields[0] && { field }),
    ...(search && { search }),
    ...(sort && { sort, order }),
    ...(page !== 1 && { page: String(page) }),
    ...(size !== DEFAULT_PAGE_SIZE && { size: String(size) }),
    ...(deleted && { deleted: 'true' }),
    ...(columns && { columns: columns.join(',') }),
  }
}

/** The query of the call. */
export function toListQuery({ field, search, sort, order, page, size, deleted, filters }: ListSearch) {
  return {
    ...filters,
    page: page > 0 ? page - 1 : page,
    pageSize: size,
    ...(search && { field, search }),
    ...(sort && { sort, order }),
    ...(deleted && { deleted }),
  }
}

function oneOf(names: readonly string[], sent: unknown): string | undefined {
  return names.find((name) => name === sent)
}
