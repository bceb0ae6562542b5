import type { Tile } from '@gatehouse/contract/launch.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { Select } from '../ui/Select.tsx'
import { lastClient } from './last-client.ts'

type Props = {
  tile: Tile
  onLaunch: (tile: Tile, client: string) => Promise<void>
  onClose: () => void
}

/** Asks for which client an application is to be opened. */
export function ClientDialog({ tile, onLaunch, onClose }: Props) {
  const { t } = useTranslation()
  const [client, setClient] = useState(() => lastClient.read(tile))
  const [error, setError] = useState<string>()

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    if (client === '') {
      setError('Choose a client')
      return
    }
    lastClient.write(tile, client)
    void onLaunch(tile, client)
    onClose()
  }

  return (
    <Dialog title={t('SSO')} onClose={onClose}>
      <form className="form" noValidate onSubmit={handleSubmit}>
        <p className="launcher-lead">{t('Choose the client for which you open {{name}}.', { name: tile.name })}</p>
        <Select
          label={t('Clients')}
          error={error}
          value={client}
          onChange={(event) => {
            setClient(event.target.value)
            setError(undefined)
          }}
        >
          <option value="" disabled>
            {t('Choose a client')}
          </option>
          {tile.clients.map(({ _id, name }) => (
            <option key={_id} value={_id}>
              {name}
            </option>
          ))}
        </Select>
        <div className="dialog-buttons">
          <Button variant="neutral" onClick={onClose}>
            {t('Cancel')}
          </Button>
          <Button type="submit">{t('Submit')}</Button>
        </div>
      </form>
    </Dialog>
  )
}
