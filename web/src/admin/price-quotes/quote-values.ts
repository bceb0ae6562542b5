import { type PriceQuote, savePriceQuote } from '@gatehouse/contract/admin/price-quotes/price-quotes.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import type * as z from 'zod/mini'

/** What a form sends. */
export type QuoteValues = Omit<Input<typeof savePriceQuote>, 'quoteId' | 'version'>

/** What a form holds while it is filled in: no product type is chosen yet. */
export type QuoteFields = Record<keyof QuoteValues, string>

/** The rules of the call, for fields that may still be empty. */
export const quoteRules = savePriceQuote.request as unknown as z.ZodMiniType<QuoteValues, QuoteFields>

const EMPTY: QuoteFields = {
  clientName: '',
  productType: '',
  salesVolume: '',
  interventionPercent: '',
  rosPercent: '',
  towPercent: '',
  rosAvgKm: '',
  towAvgKm: '',
  otherServices: '',
  competitivePrice: '',
  marketingCost: '',
  telecomCost: '',
  anyIntegrationCost: '',
  comments: '',
}

export const FIELD_NAMES = Object.keys(EMPTY) as (keyof QuoteFields)[]

/** The values that the form starts with. */
export function toFields(quote: PriceQuote | null): QuoteFields {
  return quote ? (Object.fromEntries(FIELD_NAMES.map((name) => [name, quote[name]])) as QuoteFields) : EMPTY
}
