import type { Tile } from '@gatehouse/contract/launch.ts'
import { LayoutGrid } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { AppTile } from './AppTile.tsx'
import { BlockedLaunch } from './BlockedLaunch.tsx'
import { ClientDialog } from './ClientDialog.tsx'
import { SearchField } from './SearchField.tsx'
import { useLaunch } from './use-launch.ts'

/** All tiles with their search, and what opening one needs. */
export function Launcher({ tiles }: { tiles: readonly Tile[] }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const [choosing, setChoosing] = useState<Tile | null>(null)
  const { launch, opening, error, blocked, clearBlocked } = useLaunch()
  const hits = tiles.filter((tile) => matches(tile, search))

  function handleOpen(tile: Tile) {
    if (tile.clients.length > 1) setChoosing(tile)
    else void launch(tile, tile.clients[0]?._id)
  }

  if (tiles.length === 0) {
    return (
      <div className="launcher-empty">
        <LayoutGrid size={28} aria-hidden />
        <p>{t('No applications assigned yet. Ask your administrator.')}</p>
      </div>
    )
  }
  return (
    <>
      <SearchField value={search} onChange={setSearch} onEnter={() => hits[0] && handleOpen(hits[0])} />
      <ErrorAlert error={error} />
      {blocked && <BlockedLaunch {...blocked} onDone={clearBlocked} />}
      <p role="status" className={hits.length === 0 ? 'launcher-lead' : 'visually-hidden'}>
        {hits.length === 0 && t('No results found for "{{search}}"', { search })}
      </p>
      <ul className="tiles" aria-label={t('Applications')}>
        {hits.map((tile) => (
          <li key={tile._id}>
            <AppTile
              tile={tile}
              position={tiles.indexOf(tile)}
              isOpening={opening === tile._id}
              onOpen={() => handleOpen(tile)}
            />
          </li>
        ))}
      </ul>
      {choosing && <ClientDialog tile={choosing} onLaunch={launch} onClose={() => setChoosing(null)} />}
    </>
  )
}

function matches({ name, summary }: Tile, search: string): boolean {
  return `${name} ${summary}`.toLocaleLowerCase().includes(search.trim().toLocaleLowerCase())
}
