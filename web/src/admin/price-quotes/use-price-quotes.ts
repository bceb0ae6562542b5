import {
  deletePriceQuote,
  listPriceQuotes,
  type PriceQuote,
  savePriceQuote,
} from '@gatehouse/contract/admin/price-quotes/price-quotes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../../api.ts'
import type { QuoteValues } from './quote-values.ts'

const KEY = ['price-quotes']

/** The person's own price quotes, with their actions. */
export function usePriceQuotes() {
  const cache = useQueryClient()

  /** Updates the cached list immediately, so that a quote opened from it is not outdated. */
  function replace({ _id: former }: PriceQuote, by: PriceQuote[]) {
    cache.setQueryData<PriceQuote[]>(KEY, (quotes) => quotes && [...by, ...quotes.filter(({ _id }) => _id !== former)])
    void cache.invalidateQueries({ queryKey: KEY })
  }

  return {
    list: useQuery({ queryKey: KEY, queryFn: () => call(listPriceQuotes, {}) }),
    /** Changes `quote`, or stores a new one where it is null. */
    save: useMutation({
      mutationFn: ({ quote, values }: { quote: PriceQuote | null; values: QuoteValues }) =>
        call(savePriceQuote, { ...values, quoteId: quote?._id, version: quote?.version }),
      onSuccess: (saved) => replace(saved, [saved]),
      onError: () => void cache.invalidateQueries({ queryKey: KEY }),
    }),
    remove: useMutation({
      mutationFn: (quote: PriceQuote) => call(deletePriceQuote, { quoteId: quote._id }),
      onSuccess: (_nothing, gone) => replace(gone, []),
    }),
  }
}
