import { useMemo } from 'react'
import type { OptionKind } from '../fields/field.ts'
import { useAllOptions } from '../use-options.ts'
import { type Changing, useChecklist } from './use-checklist.ts'

export type RecordChecklist = Omit<Changing, 'attached' | 'items'> & {
  /** The attached records. Empty while they load. */
  attached: readonly { _id: string; name: string }[] | undefined
  /** Why they could not be loaded, and how to ask again. */
  failure?: unknown
  onRetry?: () => void
  /** What can be attached. */
  options: { kind: OptionKind; grantable?: true; applicationId?: string }
  /** False where the detail of the options is the same for all. */
  hasDetails?: boolean
  /** What an attached record is that cannot be attached again; translated. */
  othersDetail: string
  /** Names the list, translated. */
  label: string
  emptyText: string
}

/** What `Checklist` needs: the attached records and all that can be attached, in one list. */
export function useRecordChecklist({ attached, failure, onRetry, options, ...given }: RecordChecklist) {
  const { hasDetails = true, othersDetail, label, emptyText, ...changing } = given
  const found = useAllOptions(options)
  const items = useMemo(() => {
    if (!attached || !found.records) return undefined
    const listed = new Set(found.records.map(({ _id }) => _id))
    const others = attached.filter(({ _id }) => !listed.has(_id)).map((one) => ({ ...one, detail: othersDetail }))
    const named = hasDetails ? found.records : found.records.map((one) => ({ ...one, detail: '' }))
    return [...others, ...named]
  }, [found.records, attached, othersDetail, hasDetails])
  const list = useChecklist({ ...changing, attached: attached?.map(({ _id }) => _id), items })

  function handleRetry() {
    onRetry?.()
    found.retry()
  }

  return { list, items, failure: failure ?? found.error, onRetry: handleRetry, label, emptyText }
}
