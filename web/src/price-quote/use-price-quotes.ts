import { deletePriceQuote, listPriceQuotes, type PriceQuote, savePriceQuote } from '@gatehouse/contract/price-quotes.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { call } from '../api.ts'
import type { QuoteValues } from './quote-values.ts'

const KEY = ['price-quotes']

/** One's own price quotes, and what can be done to them. */
export function usePriceQuotes() {
  const cache = useQueryClient()
  const onSuccess = () => void cache.invalidateQueries({ queryKey: KEY })
  return {
    list: useQuery({ queryKey: KEY, queryFn: () => call(listPriceQuotes, {}) }),
    /** Changes `quote`, or stores a new one where it is null. */
    save: useMutation({
      mutationFn: ({ quote, values }: { quote: PriceQuote | null; values: QuoteValues }) =>
        call(savePriceQuote, { ...values, quoteId: quote?._id }),
      onSuccess,
    }),
    remove: useMutation({
      mutationFn: (quote: PriceQuote) => call(deletePriceQuote, { quoteId: quote._id }),
      onSuccess,
    }),
  }
}
