import {
  REVIEW_RESULT_TYPE,
  type ReviewLine,
  type readReviewResult,
} from '@gatehouse/contract/admin/reviews/reviews.ts'
import type { Output } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import type { Deps } from '../../deps.ts'
import { AppError } from '../../errors.ts'
import { BYTE_ORDER_MARK, csvLine } from '../../http/csv.ts'
import { signJwt } from '../../keyring/sign-jwt.ts'
import { RECEIPT_ALG } from '../../keyring/signing-keys.ts'
import { readLines } from './list.ts'

const HEADINGS = [
  ...[
    'Review',
    'Review id',
    'Review state',
    'Line id',
    'Person',
    'Person id',
    'Email',
    'Application',
    'Client',
    'Role',
  ],
  ...[
    'Portal role',
    'Assigned',
    'Assigned by',
    'Reason',
    'Valid from',
    'Valid until',
    'Last used',
    'Conflicts',
    'Approves',
  ],
  ...['Flags', 'First decision', 'First decided by', 'First comment', 'Decision', 'Last day', 'Comment', 'Decided by'],
  ...['Decided at', 'Many at once', 'Outcome', 'Problem', 'Carried out', 'Given back'],
]

/**
 * The result as a CSV file, and a detached JWS over exactly its bytes (RFC 7515 appendix F), made with a key of receipts,
 * which stays published for good.
 *
 * @throws AppError not_found
 */
export async function makeResult(
  { db, signingKeys }: Pick<Deps, 'db' | 'signingKeys'>,
  reviewId: string,
): Promise<Output<typeof readReviewResult>> {
  const { rows } = await db.execute<{ name: string; state: string }>(
    sql`select name, state from access_reviews where id = ${reviewId}`,
  )
  const [review] = rows
  if (review === undefined) throw new AppError('not_found')
  const lines = await readLines(db, sql`from access_review_lines l where l.review_id = ${reviewId}`)
  const start = [review.name, reviewId, review.state]
  const csv = BYTE_ORDER_MARK + csvLine(HEADINGS) + lines.map((line) => csvLine([...start, ...cellsOf(line)])).join('')
  const key = (await signingKeys.published()).find(({ alg }) => alg === RECEIPT_ALG)
  if (key === undefined) throw new Error('there is no key to sign with')
  const [header, , signature] = (await signJwt(key, csv, REVIEW_RESULT_TYPE)).split('.')
  return { name: `review-${reviewId}`, csv, signature: `${header}..${signature}` }
}

function cellsOf({ person, application, client, evidence, first, ...line }: ReviewLine): string[] {
  const { authority, lastUsedAt } = evidence
  return [
    ...[line._id, person.name, person._id, person.email, application.name, client.name, line.role, evidence.portalRole],
    ...[line.assignedAt, evidence.administrator || evidence.assignedBy, evidence.reason, line.validFrom ?? ''],
    ...[line.validUntil ?? '', lastUsedAt === null ? '' : new Date(lastUsedAt).toISOString()],
    evidence.conflicts.join('; '),
    authority === null ? '' : `${authority.action}: ${authority.pages.join(', ')} (${authority.upTo ?? 'unlimited'})`,
    line.flags.join('; '),
    ...[first?.decision ?? '', first?.decidedBy ?? '', first?.comment ?? ''],
    ...[line.decision ?? '', line.lastDay ?? '', line.comment, line.decidedBy, line.decidedAt ?? ''],
    ...[line.isHasty ? 'yes' : '', line.outcome ?? '', line.problem, line.settledAt ?? '', line.undoneAt ?? ''],
  ]
}
