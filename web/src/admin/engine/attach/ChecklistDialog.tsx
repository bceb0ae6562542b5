import { useMemo } from 'react'
import { Dialog } from '../../../ui/Dialog.tsx'
import type { OptionKind } from '../fields/field.ts'
import { UnsavedQuestion } from '../form/UnsavedQuestion.tsx'
import { useUnsaved } from '../form/use-unsaved.ts'
import { useAllOptions } from '../use-options.ts'
import { Checklist } from './Checklist.tsx'
import { type Changing, useChecklist } from './use-checklist.ts'

type Props = Omit<Changing, 'attached' | 'items'> & {
  title: string
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
  onClose: () => void
}

/** Attaches records to another one and detaches them, in one list. */
export function ChecklistDialog({ title, attached, failure, onRetry, ...given }: Props) {
  const { options, hasDetails = true, othersDetail, onClose, ...rest } = given
  const found = useAllOptions(options)
  const items = useMemo(() => {
    if (!found.records || !attached) return undefined
    const listed = new Set(found.records.map(({ _id }) => _id))
    const others = attached.filter(({ _id }) => !listed.has(_id)).map((one) => ({ ...one, detail: othersDetail }))
    const named = hasDetails ? found.records : found.records.map((one) => ({ ...one, detail: '' }))
    return [...others, ...named]
  }, [found.records, attached, othersDetail, hasDetails])
  const list = useChecklist({ ...rest, attached: attached?.map(({ _id }) => _id), items })
  const unsaved = useUnsaved(list.changes.length > 0, onClose)

  function handleRetry() {
    onRetry?.()
    found.retry()
  }

  return (
    <>
      <Dialog title={title} size="large" onClose={onClose} onCloseRequest={unsaved.requestClose}>
        <Checklist
          list={list}
          items={items}
          failure={failure ?? found.error}
          onRetry={handleRetry}
          label={rest.label}
          emptyText={rest.emptyText}
          onClose={unsaved.requestClose}
        />
      </Dialog>
      <UnsavedQuestion unsaved={unsaved} />
    </>
  )
}
