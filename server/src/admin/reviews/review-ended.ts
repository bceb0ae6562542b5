import { lastDecision } from '../../audit/decided-meanwhile.ts'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'

/** The refusal of what comes after the end of a review: it says who has ended it, and how. */
export const reviewEnded = async (tx: Tx, reviewId: string): Promise<AppError> =>
  (await lastDecision(
    tx,
    { 'reviews.completed': 'completed', 'reviews.cancelled': 'cancelled' },
    { subjectId: reviewId },
  )) ?? new AppError('changed_meanwhile', { msg: 'This review has ended.' })
