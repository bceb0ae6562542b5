import { deleteView, renameView, VIEW_NAME_MAX_LENGTH, type View } from '@gatehouse/contract/admin/engine/views.ts'
import { useQueryClient } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../api.ts'
import { Button } from '../../../../ui/Button.tsx'
import { ErrorAlert } from '../../../../ui/ErrorAlert.tsx'
import { FormEnd } from '../../../../ui/FormEnd.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { useAction } from '../../../../ui/use-action.ts'

type Props = {
  view: View
  list: string
  onOpen: () => void
  /** Called when it is deleted: the focus must go somewhere else. */
  onDeleted: () => void
}

export function ViewRow({ view, list, onOpen, onDeleted }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  /** The name as it is being changed. */
  const [typed, setTyped] = useState<string | null>(null)
  const reload = () => cache.invalidateQueries({ queryKey: ['views', list] })
  const renaming = useAction(async (name: string) => {
    await call(renameView, { viewId: view._id, name })
    await reload()
    setTyped(null)
  })
  const deleting = useAction(async () => {
    await call(deleteView, { viewId: view._id })
    onDeleted()
    await reload()
  })

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    if (typed !== null) void renaming.run(typed)
  }

  if (typed !== null)
    return (
      <li>
        <form className="view-new" onSubmit={handleSubmit}>
          <TextField
            label={t('New name')}
            value={typed}
            maxLength={VIEW_NAME_MAX_LENGTH}
            required
            autoFocus
            onChange={({ target }) => setTyped(target.value)}
          />
          <FormEnd error={renaming.error}>
            <Button type="submit" isBusy={renaming.isBusy}>
              {t('Rename')}
            </Button>
            <Button variant="neutral" onClick={() => setTyped(null)}>
              {t('Cancel')}
            </Button>
          </FormEnd>
        </form>
      </li>
    )
  return (
    <li className="view-row">
      <button type="button" className="row-name" onClick={onOpen}>
        {view.name}
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t('Rename {{name}}', { name: view.name })}
        onClick={() => setTyped(view.name)}
      >
        <Pencil size={16} aria-hidden />
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label={t('Delete {{name}}', { name: view.name })}
        aria-disabled={deleting.isBusy || undefined}
        onClick={() => void deleting.run()}
      >
        <Trash2 size={16} aria-hidden />
      </button>
      <ErrorAlert error={deleting.error} />
    </li>
  )
}
