import type { RecordRow } from '@gatehouse/contract/admin/engine/resource.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, isError } from '../../api.ts'
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx'
import { PartFailure } from '../../ui/PartFailure.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { TextField } from '../../ui/TextField.tsx'
import { useAction } from '../../ui/use-action.ts'
import { useToasts } from '../../ui/use-toasts.ts'
import type { Screen } from './screen.ts'
import { Uses } from './Uses.tsx'
import { useResource } from './use-resource.ts'

type Props<Row extends RecordRow> = { screen: Screen<Row>; row: Row; onClose: () => void }

/** Confirms a deletion. Shows what uses the record, and refuses if something needs it. */
export function DeleteDialog<Row extends RecordRow>({ screen, row, onClose }: Props<Row>) {
  const { t } = useTranslation()
  const { resource, nameOf, isDeletedByName = false } = screen
  const name = nameOf(row)
  const toasts = useToasts()
  const [typed, setTyped] = useState('')
  const { remove, restore } = useResource(resource)
  const uses = useQuery({
    queryKey: [resource.name, 'uses', row._id],
    queryFn: () => call(resource.uses, { id: row._id }),
    gcTime: 0,
  })
  const blocking = uses.data?.filter(({ effect }) => effect === 'blocks') ?? []
  const isNamed = !isDeletedByName || typed.trim() === name.trim()
  const detaching = uses.data?.filter(({ effect }) => effect === 'detaches') ?? []
  const leaving = uses.data?.filter(({ effect }) => effect === 'leaves') ?? []

  const deletion = useAction(async () => {
    await remove.mutateAsync(row)
    toasts.success(t(resource.remove.message), { label: t('Undo'), onPress: handleUndo })
  }, onClose)
  /** Somebody else has deleted it. */
  const isGone = isError(deletion.error, 'not_found')
  const isBlocked = isGone || !uses.data || blocking.length > 0 || !isNamed

  async function handleUndo() {
    await restore.mutateAsync(row)
    toasts.success(t(resource.restore.message))
  }

  return (
    <ConfirmDialog
      title={t('Delete {{name}}?', { name })}
      confirmLabel={t('Delete')}
      tone="danger"
      hasUnsaved={typed !== ''}
      isBusy={deletion.isBusy}
      error={deletion.error}
      isBlocked={isBlocked}
      onConfirm={deletion.run}
      onClose={onClose}
    >
      {uses.isPending && (
        <p className="uses-pending">
          <Spinner /> {t('Checking where it is used')}
        </p>
      )}
      <PartFailure error={uses.error} onRetry={() => void uses.refetch()} />
      {blocking.length > 0 && (
        <div>
          <p>{t('It cannot be deleted while these use it:')}</p>
          <Uses uses={blocking} />
        </div>
      )}
      {detaching.length > 0 && (
        <div>
          <p>{t('Also deleted:')}</p>
          <Uses uses={detaching} />
        </div>
      )}
      {leaving.length > 0 && (
        <div>
          <p>{t('Left behind:')}</p>
          <Uses uses={leaving} />
        </div>
      )}
      {uses.data && blocking.length === 0 && <p>{t('It can be restored for 30 days under “Recently deleted”.')}</p>}
      {isDeletedByName && uses.data && blocking.length === 0 && (
        <TextField
          label={t('Type “{{name}}” to delete it', { name })}
          value={typed}
          autoFocus
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          onChange={({ target }) => setTyped(target.value)}
          onKeyDown={({ key }) => key === 'Enter' && !isBlocked && void deletion.run()}
        />
      )}
    </ConfirmDialog>
  )
}
