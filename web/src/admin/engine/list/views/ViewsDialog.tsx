import { listViews, saveView, VIEW_NAME_MAX_LENGTH } from '@gatehouse/contract/admin/engine/views.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../../api.ts'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import { Spinner } from '../../../../ui/Spinner.tsx'
import { TextField } from '../../../../ui/TextField.tsx'
import { useAction } from '../../../../ui/use-action.ts'
import { ListFailure } from '../ListFailure.tsx'
import { ViewRow } from './ViewRow.tsx'
import './views.css'
import { FormEnd } from '../../../../ui/FormEnd.tsx'
import { useChangeAddress } from '../../../../ui/use-change-address.ts'

type Props = {
  /** The name of the resource. */
  list: string
  /** What the list shows now, as its address says it. */
  query: Record<string, string>
  onClose: () => void
}

/** The views of a list that a person has saved: one is opened, renamed or deleted, or what is shown is saved as another. */
export function ViewsDialog({ list, query, onClose }: Props) {
  const { t } = useTranslation()
  const changeAddress = useChangeAddress()
  const cache = useQueryClient()
  const [name, setName] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const views = useQuery({ queryKey: ['views', list], queryFn: () => call(listViews, { list }) })
  const saving = useAction(async () => {
    await call(saveView, { list, name, query })
    setName('')
    await cache.invalidateQueries({ queryKey: ['views', list] })
  })

  function handleOpen(search: Record<string, string>) {
    onClose()
    changeAddress({ search })
  }

  function handleSubmit(event: SubmitEvent) {
    event.preventDefault()
    void saving.run()
  }

  return (
    <Dialog title={t('Views')} onClose={onClose} isBusy={saving.isBusy}>
      <div className="form">
        {views.isPending && <Spinner />}
        {views.error && (
          <ListFailure error={views.error} isBusy={views.isFetching} onRetry={() => void views.refetch()} />
        )}
        {views.data?.length === 0 && (
          <p>{t('No views yet. A view is the search, filters, order and columns of this list under a name.')}</p>
        )}
        {views.data && views.data.length > 0 && (
          <ul className="views">
            {views.data.map((view) => (
              <ViewRow
                key={view._id}
                view={view}
                list={list}
                onOpen={() => handleOpen(view.query)}
                onDeleted={() => field.current?.focus()}
              />
            ))}
          </ul>
        )}
        <form className="view-new" onSubmit={handleSubmit}>
          <TextField
            ref={field}
            label={t('Save this view as')}
            value={name}
            maxLength={VIEW_NAME_MAX_LENGTH}
            required
            onChange={({ target }) => setName(target.value)}
          />
          <FormEnd error={saving.error}>
            <Button type="submit" isBusy={saving.isBusy}>
              {t('Save view')}
            </Button>
          </FormEnd>
        </form>
      </div>
    </Dialog>
  )
}
