import {
  deletePriceQuote,
  listPriceQuotes,
  newQuote,
  type PriceQuote,
  QUOTE_CHANGED,
  savePriceQuote,
} from '@gatehouse/contract/admin/price-quotes/price-quotes.ts'
import { UNPAGED_MAX_ROWS } from '@gatehouse/contract/paging.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import { countAttempt } from '../../counting/count-attempt.ts'
import { newId } from '../../crypto/ids.ts'
import type { Tx } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { route } from '../../http/route.ts'
import { auditBy } from '../engine/changes.ts'
import { byOf } from '../engine/resource.ts'

type Stored = {
  id: string
  fields: Omit<PriceQuote, '_id' | 'version' | 'createdAt' | 'updatedAt'>
  version: number
  createdAt: Date
  updatedAt: Date
}

const STORED = sql`id, fields, version, created_at as "createdAt", updated_at as "updatedAt"`

/**
 * Drafts of price quotes. Only their author can see them (requirement C8), so the audit contains only the
 * client's name.
 */
export function servePriceQuotes(app: FastifyInstance, deps: Deps) {
  const { db } = deps
  route(app, listPriceQuotes, async ({ actor }) => {
    const { rows } = await db.execute<Stored>(sql`
      select ${STORED} from price_quotes where user_id = ${actor.userId} and deleted_at is null
      order by updated_at desc, id desc limit ${UNPAGED_MAX_ROWS}`)
    return rows.map(toPriceQuote)
  })

  route(app, savePriceQuote, async ({ input: { quoteId, version, ...fields }, actor, request }) => {
    const { userId } = actor
    // No permission is needed, and each save is kept in the audit.
    await countAttempt(deps, [{ bucket: 'quote-saves', of: userId }], { subjectId: userId })
    return db.transaction(async (tx) => {
      const { rows } = await tx.execute<Stored>(
        quoteId === undefined
          ? sql`insert into price_quotes (id, user_id, fields, created_by, updated_by)
              values (${newId()}, ${userId}, ${JSON.stringify(newQuote.parse(fields))}::jsonb, ${userId}, ${userId}) returning ${STORED}`
          : sql`update price_quotes set fields = fields || ${JSON.stringify(fields)}::jsonb, version = version + 1,
                updated_at = now(), updated_by = ${userId}
              where id = ${quoteId} and user_id = ${userId} and deleted_at is null
                and version = coalesce(${version ?? null}::int, version) returning ${STORED}`,
      )
      const [quote] = rows
      if (quote === undefined) throw await refusal(tx, userId, quoteId)
      const event = quoteId === undefined ? 'priceQuotes.created' : 'priceQuotes.updated'
      await auditBy(tx, byOf(actor, request), event, quote.id, { name: fields.clientName })
      return toPriceQuote(quote)
    })
  })

  route(app, deletePriceQuote, async ({ input: { quoteId }, actor, request }) =>
    db.transaction(async (tx) => {
      const { rows } = await tx.execute<Stored>(sql`
        update price_quotes set deleted_at = now(), version = version + 1, updated_at = now(), updated_by = ${actor.userId}
        where id = ${quoteId} and user_id = ${actor.userId} and deleted_at is null returning ${STORED}`)
      const [quote] = rows
      if (quote === undefined) throw new AppError('not_found')
      const by = byOf(actor, request)
      await auditBy(tx, by, 'priceQuotes.deleted', quoteId, { name: quote.fields.clientName })
      return {}
    }),
  )
}

/** Why nothing was changed: there is no such quote of this person, or it has another version. */
async function refusal(tx: Tx, userId: string, quoteId: string | undefined): Promise<AppError> {
  const { rows } = await tx.execute<Stored>(sql`
    select ${STORED} from price_quotes where id = ${quoteId ?? null} and user_id = ${userId} and deleted_at is null`)
  const [quote] = rows
  if (quote === undefined) return new AppError('not_found')
  return new AppError('changed_meanwhile', { msg: QUOTE_CHANGED, data: { current: toPriceQuote(quote) } })
}

function toPriceQuote({ id, fields, version, createdAt, updatedAt }: Stored): PriceQuote {
  return { ...fields, _id: id, version, createdAt: createdAt.toISOString(), updatedAt: updatedAt.toISOString() }
}
