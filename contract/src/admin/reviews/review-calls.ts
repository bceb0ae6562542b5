import * as reviews from './reviews.ts'
import { readReviewSettings, saveReviewSettings } from './settings.ts'

export const REVIEW_CALLS = [
  reviews.listReviews,
  reviews.readReview,
  reviews.listReviewLines,
  reviews.countReviewScope,
  reviews.startReview,
  reviews.postponeReview,
  reviews.completeReview,
  reviews.cancelReview,
  reviews.undoReviewLine,
  reviews.readReviewResult,
  readReviewSettings,
  saveReviewSettings,
]
