import { type Notice, notice, one } from './notice.ts'

const NAME = one('review', 'The name of the review', 'Access to Claims, 2026')
const ID = one('reviewId', 'The id of the review', '018f0000-0000-7000-8000-000000000001')
const RUNNING = [
  NAME,
  one('lines', 'How many decisions are missing', '12'),
  one('due', 'The day on which it is due', '1 Dec 2026'),
  ID,
]

/** The messages about reviews of access (ADR 0088). */
export const REVIEW_NOTICES = {
  'review-started': notice('Review of access', 'A review starts; sent to each of its reviewers', RUNNING),
  'review-reminder': notice(
    'Review of access: reminder',
    'A review is due in three days or is overdue; sent to reviewers with undecided lines',
    RUNNING,
  ),
  'review-overdue': notice('Review of access: overdue', 'A review is overdue; sent to whoever has started it', RUNNING),
  'review-completed': notice(
    'Review of access: completed',
    'The decisions of a review were carried out; sent to whoever has started it',
    [
      NAME,
      one('kept', 'How many assignments stay', '120'),
      one('revoked', 'How many were removed', '7'),
      one('shortened', 'How many got an earlier end', '3'),
      one('failed', 'How many decisions could not be carried out', '0'),
      ID,
    ],
  ),
} as const satisfies Record<string, Notice>
