import { DEFAULT_PAGE_SIZE, PAGE_SIZES } from '@gatehouse/contract/paging.ts'
import { useSearch } from '@tanstack/react-router'
import { useChangeAddress } from '../../../ui/use-change-address.ts'
import { pageOf } from '../lines/lines-search.ts'

/** Which page of a section's list is shown, kept in the address. Pages count from 1. */
export function usePage() {
  const changeAddress = useChangeAddress()
  const search: Record<string, unknown> = useSearch({ strict: false })
  const size = PAGE_SIZES.find((offered) => String(offered) === search.size) ?? DEFAULT_PAGE_SIZE

  function show(change: { page?: number; size?: number }) {
    const shown = { page: 1, size, ...change }
    const unusual: Record<string, string> = {}
    if (shown.page !== 1) unusual.page = String(shown.page)
    if (shown.size !== DEFAULT_PAGE_SIZE) unusual.size = String(shown.size)
    changeAddress({ search: unusual, state: true, resetScroll: false })
  }

  return { page: pageOf(search.page), size, show }
}
