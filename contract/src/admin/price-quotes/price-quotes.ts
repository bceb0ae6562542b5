import * as z from 'zod/mini'
import { endpoint } from '../../endpoint.ts'
import * as field from '../../fields.ts'
import { changesOf, IF_ABSENT } from '../engine/left-out.ts'

/** Price quotes (requirement A16): drafts that their author keeps (requirement C8). */
export const PRODUCT_TYPES = ['Inclusive', 'Retail-Text', 'On Demand'] as const

const figure = () => z._default(z.string().check(z.trim(), z.maxLength(50, 'Too Long!')), '')
const yesOrNo = () => z._default(z.enum(['', 'Yes', 'No']), '')

const quote = {
  clientName: field.requiredText('Client Name is required', 200),
  productType: field.oneOf(PRODUCT_TYPES, 'Product Type is required'),
  salesVolume: figure(),
  interventionPercent: figure(),
  rosPercent: figure(),
  towPercent: figure(),
  rosAvgKm: figure(),
  towAvgKm: figure(),
  otherServices: field.textOrEmpty(4000),
  competitivePrice: figure(),
  marketingCost: yesOrNo(),
  telecomCost: yesOrNo(),
  anyIntegrationCost: figure(),
  comments: field.textOrEmpty(4000),
}

/** A new quote, whose figures may be left out. */
export const newQuote = z.object(quote)

const stored = z.object({
  ...quote,
  _id: z.string(),
  /** Counts the changes. */
  version: z.number(),
  createdAt: z.string(),
  updatedAt: z.string(),
})
export type PriceQuote = z.output<typeof stored>

export const listPriceQuotes = endpoint({
  method: 'GET',
  path: '/api/priceQuote/list',
  access: 'session',
  summary: "The caller's own price quotes, newest first.",
  request: z.object({}),
  response: z.array(stored),
})

/** Why a change of a quote is refused that was made from a former version. */
export const QUOTE_CHANGED =
  'This quote was saved elsewhere meanwhile, such as in another tab. Check what it says now, and save again.'

export const savePriceQuote = endpoint({
  method: 'POST',
  path: '/api/priceQuote/save',
  access: 'session',
  summary:
    "Stores a draft quote, or changes one of the caller's quotes if `quoteId` is given: what is left out of it stays the same.",
  message: 'Price Quote Saved',
  request: z.object({
    ...changesOf(quote, `${IF_ABSENT}; in a new quote it is empty`),
    quoteId: z.optional(field.id()),
    /** The version that the change was made from. With another one meanwhile it is refused (changed_meanwhile). Of a new quote it is ignored. */
    version: z.optional(z.int().check(z.gte(1))),
  }),
  response: stored,
})

export const deletePriceQuote = endpoint({
  method: 'POST',
  path: '/api/priceQuote/delete',
  access: 'session',
  summary: "Deletes one of the caller's own quotes.",
  message: 'Price Quote Deleted',
  request: z.object({ quoteId: field.id() }),
  response: z.object({}),
})
