import type { Tile } from '@gatehouse/contract/launch.ts'
import { useTranslation } from 'react-i18next'
import { ApplicationLogo } from '../ui/ApplicationLogo.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { demandWords } from './demand-words.ts'

type Props = {
  tiles: readonly Tile[]
  opening: string | null
  /** Opens it for the client of the last time. */
  onOpen: (tile: Tile) => void
}

/** The applications used last, one press each: the client is the one of the last time. */
export function RecentApplications({ tiles, opening, onOpen }: Props) {
  const { t } = useTranslation()
  if (tiles.length === 0) return null
  return (
    <section className="recent" aria-labelledby="recent-title">
      <h2 id="recent-title" className="tile-heading">
        {t('Recently used')}
      </h2>
      <ul>
        {tiles.map((tile) => (
          <li key={tile._id}>
            <button
              type="button"
              className="recent-open"
              aria-disabled={opening === tile._id || undefined}
              data-stop
              onClick={() => onOpen(tile)}
            >
              {opening === tile._id ? (
                <span className="recent-spinner">
                  <Spinner size={18} />
                </span>
              ) : (
                <ApplicationLogo name={tile.name} logo={tile.logo} />
              )}
              <span className="recent-words">
                <span className="tile-name">{tile.name}</span>
                <span className="tile-clients">{clientOf(tile)?.name ?? t('Choose a client')}</span>
                <span className="tile-clients">{demandWords(clientOf(tile)?.lacks, t)}</span>
              </span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The client that a press means; none where it has to be chosen. */
export function clientOf({ clients, lastClient }: Tile) {
  return clients.length === 1 ? clients[0] : clients.find(({ _id }) => _id === lastClient)
}
