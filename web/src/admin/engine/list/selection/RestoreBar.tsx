import type { RecordRow, Resource } from '@gatehouse/contract/admin/engine/resource.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../api.ts'
import { formatNumber } from '../../../../i18n/format.ts'
import { Button } from '../../../../ui/Button.tsx'
import { ConfirmDialog } from '../../../../ui/ConfirmDialog.tsx'
import { reasonOf } from '../../../../ui/reason-of.ts'
import { useAction } from '../../../../ui/use-action.ts'
import { useToasts } from '../../../../ui/use-toasts.ts'
import { matchingIds } from './matching-ids.ts'
import { NotRestored } from './NotRestored.tsx'
import { SelectionBar } from './SelectionBar.tsx'
import type { useSelection } from './use-selection.ts'

type Props<Row extends RecordRow> = {
  resource: Resource<Row>
  selection: ReturnType<typeof useSelection>
  total: number
  isEstimate: boolean
}

/**
 * Restores selected records one after another. All matching records need a confirmation with their number. Records that cannot
 * be restored stay selected, with the reason; when that is all of them, the confirmation stays open and says it.
 */
export function RestoreBar<Row extends RecordRow>({ resource, selection, ...counted }: Props<Row>) {
  const { t, i18n } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [reasons, setReasons] = useState<readonly string[]>([])
  /** All matching records, for the confirmation. */
  const [asked, setAsked] = useState<readonly string[] | null>(null)
  const [position, setPosition] = useState(0)
  const number = (count: number) => formatNumber(count, i18n.language)

  const restoring = useAction(async (ids: readonly string[]) => {
    setReasons([])
    const refused = new Map<string, string>()
    for (const [index, id] of ids.entries()) {
      setPosition(index + 1)
      await call(resource.restore, { id }).catch((error: unknown) => refused.set(id, reasonOf(error, t, i18n.language)))
    }
    setReasons([...new Set(refused.values())])
    const count = ids.length - refused.size
    if (asked && count === 0 && ids.length > 0) return
    setAsked(null)
    if (count > 0) toasts.success(t('{{number}} restored', { number: number(count) }))
    selection.clear()
    if (refused.size > 0) selection.pick([...refused.keys()])
    await cache.invalidateQueries()
  })
  const counting = useAction(async () => {
    const ids = await matchingIds(resource, selection.toSelection()).catch((error) =>
      toasts.failure(error, () => counting.run()),
    )
    if (ids) setAsked(ids)
  })

  return (
    <>
      <SelectionBar {...counted} selection={selection}>
        <Button
          variant="neutral"
          isBusy={restoring.isBusy || counting.isBusy}
          onClick={() => void (selection.isAll ? counting.run() : restoring.run(selection.ids))}
        >
          {t('Restore')}
        </Button>
      </SelectionBar>
      {!asked && selection.ids.length > 0 && <NotRestored count={selection.ids.length} reasons={reasons} />}
      {asked && (
        <ConfirmDialog
          title={t('Restore {{number}} records?', { number: number(asked.length), count: asked.length })}
          confirmLabel={t('Restore')}
          isBusy={restoring.isBusy}
          onConfirm={() => void restoring.run(asked)}
          failures={<NotRestored count={asked.length} reasons={reasons} />}
          onClose={() => {
            setAsked(null)
            setReasons([])
          }}
        >
          <p role="status">
            {restoring.isBusy
              ? t('{{position}} of {{total}}', { position: number(position), total: number(asked.length) })
              : t('All matching records are restored. Those that cannot be restored stay here, with the reason.')}
          </p>
        </ConfirmDialog>
      )}
    </>
  )
}
