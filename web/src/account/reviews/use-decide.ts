import type { Input } from '@gatehouse/contract/endpoint.ts'
import { decideReviewLines, type OwnReviewLine } from '@gatehouse/contract/reviews.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useAction } from '../../ui/use-action.ts'
import { useToasts } from '../../ui/use-toasts.ts'

export type Decided = Omit<Input<typeof decideReviewLines>, 'lines' | 'lineIds'> & { lines: SeenLine[] }
type SeenLine = Pick<OwnReviewLine, '_id' | 'decidedAt'>
/** What has to be confirmed, with the number of lines. */
export type Asked = Decided & { confirm: number }

/** Lines as the call names them, with what was seen of them. */
export const asSeen = (lines: readonly OwnReviewLine[]): SeenLine[] =>
  lines.map(({ _id, decidedAt }) => ({ _id, decidedAt }))

const idsOf = ({ lines }: Decided) => lines.map(({ _id }) => _id)

/**
 * Sends decisions, one after the other: what is decided by keys while the one before is on its way is not lost. So many within seconds
 * are asked about first; after such a question, or a refusal, nothing more is sent.
 *
 * @param onDone called with the ids of the lines
 * @param onRefused the same, before the lines are loaded again
 */
export function useDecide(
  onDone: (lineIds: readonly string[]) => void,
  onRefused: (lineIds: readonly string[]) => void,
) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [asked, setAsked] = useState<Asked | null>(null)
  const waiting = useRef<Decided[]>([])
  const { run: runAll, ...action } = useAction(async () => {
    try {
      for (let decided = waiting.current[0]; decided !== undefined; decided = waiting.current[0]) {
        // During an upgrade a server of the former release may answer, which reads nothing but the ids.
        const { confirm } = await call(decideReviewLines, { ...decided, lineIds: idsOf(decided) })
        if (confirm !== null) return setAsked({ ...decided, confirm })
        setAsked(null)
        toasts.success(t('Decided: {{number}}', { number: decided.lines.length }))
        await cache.invalidateQueries({ queryKey: ['ownReviews'] })
        onDone(idsOf(decided))
        waiting.current.shift()
      }
    } catch (error) {
      const [refused] = waiting.current
      onRefused(refused === undefined ? [] : idsOf(refused))
      // Somebody else may have been faster. The review itself stays, and with it the form that says so.
      void cache.invalidateQueries({ queryKey: ['ownReviews', 'lines'] })
      throw error
    } finally {
      waiting.current = []
    }
  })

  function run(decided: Decided): Promise<void> {
    // A key that was pressed twice is one decision.
    const last = waiting.current.at(-1)
    if (last?.decision !== decided.decision || `${idsOf(last)}` !== `${idsOf(decided)}`) waiting.current.push(decided)
    return runAll()
  }

  return { ...action, run, asked, dismiss: () => setAsked(null) }
}
