import * as z from 'zod/mini'
import { RUPEES_MAX, readAmount } from './read-amount.ts'

export const RUPEES_PROBLEM = 'Enter an amount in rupees, such as 25,000.50 or 5 lakh'

/** An amount in rupees with at most two decimals, also as text as people write it; empty, 'NA' or `null` means no amount. */
export const rupees = () =>
  z
    ._default(
      z.pipe(
        z.pipe(z.union([z.number(), z.string(), z.null()], RUPEES_PROBLEM), z.transform(read)),
        z.nullable(
          z.number(RUPEES_PROBLEM).check(
            z.gte(0, RUPEES_PROBLEM),
            z.lte(RUPEES_MAX, RUPEES_PROBLEM),
            z.refine((sent) => Number(sent.toFixed(2)) === sent, RUPEES_PROBLEM),
          ),
        ),
      ),
      null,
    )
    .check(
      z.describe(
        'Rupees, with at most two decimals: a number, or a text such as `25000.50`, `25,000.50` or `5 lakh`; empty or null: none',
      ),
    )

/** `NaN` is refused: a word such as “unlimited” would mean no amount, which is empty. */
function read(sent: number | string | null): number | null {
  if (typeof sent !== 'string') return sent
  if (sent.trim() === 'NA') return null
  const amount = readAmount(sent)
  if (amount === 'none') return null
  return typeof amount === 'object' ? amount.paise / 100 : Number.NaN
}
