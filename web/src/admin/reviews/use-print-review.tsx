import {
  listReviewLines,
  type ReviewLine,
  type ReviewPage,
  readReviewResult,
} from '@gatehouse/contract/admin/reviews/reviews.ts'
import { useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { call } from '../../api.ts'
import { sha256 } from '../../sha256.ts'
import { useAction } from '../../ui/use-action.ts'
import { PrintedReview } from './PrintedReview.tsx'

const PER_CALL = 100

/**
 * Loads every line and the digest of the signed file, and prints them as one table: on paper, or as a PDF. `printed` has to be drawn.
 */
export function usePrintReview(review: ReviewPage) {
  const [content, setContent] = useState<{ lines: ReviewLine[]; digest: string } | null>(null)
  const load = useAction(async () => {
    const all: ReviewLine[] = []
    for (let page = 0; all.length < review.total; page++) {
      const { rows } = await call(listReviewLines, { reviewId: review._id, page, pageSize: PER_CALL })
      if (rows.length === 0) break
      all.push(...rows)
    }
    // Of the same moment as the lines above, unless one of them changes just now.
    const { csv } = await call(readReviewResult, { reviewId: review._id })
    setContent({ lines: all, digest: await sha256Sum(csv) })
  })
  useEffect(() => {
    if (content === null) return
    // After React is done: the times are drawn once more for paper.
    queueMicrotask(() => {
      window.print()
      setContent(null)
    })
  }, [content])
  // The table stands beside the page, so that nothing of the page takes room on paper.
  const place = document.querySelector('.record') ?? document.body
  return { ...load, printed: content && createPortal(<PrintedReview review={review} {...content} />, place) }
}

/** Of the bytes of the file as it is downloaded, as `sha256sum` prints it. */
async function sha256Sum(text: string): Promise<string> {
  return Array.from(await sha256(text), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
