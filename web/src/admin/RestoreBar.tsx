import type { RecordRow, Resource } from '@gatehouse/contract/admin/resource.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { messageOf } from '../api-error.ts'
import { formatNumber } from '../i18n/format.ts'
import { Alert } from '../ui/Alert.tsx'
import { Button } from '../ui/Button.tsx'
import { useAction } from '../ui/use-action.ts'
import { useToasts } from '../ui/use-toasts.ts'
import type { useSelection } from './use-selection.ts'

type Props<Row extends RecordRow> = { resource: Resource<Row>; selection: ReturnType<typeof useSelection> }

/** Brings selected records back, one after the other. Those that cannot come back stay selected, with the reason. */
export function RestoreBar<Row extends RecordRow>({ resource, selection }: Props<Row>) {
  const { t, i18n } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [reasons, setReasons] = useState<readonly string[]>([])
  const number = (count: number) => formatNumber(count, i18n.language)
  const { ids } = selection

  const restoring = useAction(async () => {
    const refused = new Map<string, string>()
    for (const id of ids) {
      await call(resource.restore, { id }).catch((error: unknown) => refused.set(id, messageOf(error)))
    }
    setReasons([...new Set(refused.values())])
    const count = ids.length - refused.size
    if (count > 0) toasts.success(t('{{number}} restored', { number: number(count) }))
    selection.clear()
    if (refused.size > 0) selection.pick([...refused.keys()])
    await cache.invalidateQueries()
  })

  if (ids.length === 0) return null
  return (
    <>
      <div className="selection-bar">
        <p role="status">{t('{{number}} selected', { number: number(ids.length) })}</p>
        <Button variant="link" onClick={selection.clear}>
          {t('Clear selection')}
        </Button>
        <div className="selection-actions">
          <Button variant="neutral" isBusy={restoring.isBusy} onClick={() => void restoring.run()}>
            {t('Restore')}
          </Button>
        </div>
      </div>
      {reasons.length > 0 && (
        <Alert tone="error">
          <p>{t('{{number}} could not be restored:', { number: number(ids.length) })}</p>
          {reasons.map((reason) => (
            <p key={reason}>{t(reason)}</p>
          ))}
        </Alert>
      )}
    </>
  )
}
