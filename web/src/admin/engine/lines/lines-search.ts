import { PAGE_MAX } from '@gatehouse/contract/paging.ts'
import { isUuid } from '@gatehouse/contract/uuid.ts'

/** The page and filters in the address of a list of lines. Pages count from 1; filters that are not set are empty. */
export type LinesSearch = { page: number }

/** The query of the address. Empty filters are omitted. */
export function writeLinesSearch<Search extends LinesSearch>({ page, ...filters }: Search): Record<string, string> {
  return { ...withoutEmpty(filters as Record<string, string>), ...(page > 1 && { page: String(page) }) }
}

export const withoutEmpty = <Filters extends Record<string, string>>(filters: Filters) =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== '')) as Partial<Filters>

// What an address says, or empty if invalid.

export const textOf = (sent: unknown): string => (typeof sent === 'string' ? sent : '')

/** Other systems write ids in capitals, too. */
export const idOf = (sent: unknown): string => matching(textOf(sent).toLowerCase(), isUuid)

export const oneOf = (known: readonly string[], sent: unknown): string => matching(sent, (text) => known.includes(text))

export const matching = (sent: unknown, isRight: (text: string) => boolean): string =>
  typeof sent === 'string' && isRight(sent) ? sent : ''

export function pageOf(sent: unknown): number {
  const page = Number(sent)
  return Number.isInteger(page) && page > 0 && page <= PAGE_MAX + 1 ? page : 1
}
