import type { Tile } from '@gatehouse/contract/launch.ts'
import { useTranslation } from 'react-i18next'
import { ClientChooser } from '../session/ClientChooser.tsx'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { demandWords } from './demand-words.ts'

type Props = {
  tile: Tile
  onLaunch: (tile: Tile, client: string) => Promise<void>
  onClose: () => void
}

/** Asks for which client an application is to be opened; the one of the last time is chosen already. */
export function ClientDialog({ tile, onLaunch, onClose }: Props) {
  const { t } = useTranslation()

  function handleChoose(client: string) {
    void onLaunch(tile, client)
    onClose()
  }

  return (
    <Dialog title={t('SSO')} onClose={onClose}>
      <ClientChooser
        clients={tile.clients.map((client) => ({ ...client, note: demandWords(client.lacks, t) }))}
        initial={tile.lastClient}
        lead={t('Choose the client to open {{name}} for.', { name: tile.name })}
        onChoose={handleChoose}
        buttons={
          <>
            <Button variant="neutral" onClick={onClose}>
              {t('Cancel')}
            </Button>
            <Button type="submit">{t('Submit')}</Button>
          </>
        }
      />
    </Dialog>
  )
}
