import type { Tile } from '@gatehouse/contract/launch.ts'
import type { TFunction } from 'i18next'
import { CornerDownLeft, Lock, Star } from 'lucide-react'
import { memo, type ReactNode } from 'react'
import { ApplicationLogo } from '../ui/ApplicationLogo.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { demandWords } from './demand-words.ts'

type Props = {
  /** Of the page: hundreds of tiles that each listen to the language take long to draw. */
  t: TFunction
  tile: Tile
  isOpening: boolean
  /** Enter in the search opens this one. */
  isFirstHit: boolean
  onOpen: (tile: Tile) => void
  onFavourite: (tile: Tile, isFavourite: boolean) => void
  /** What came of opening or marking it, where that needs words. */
  notice: ReactNode
}

/** One application: a button that opens it, and a star. Drawn again only when it changes; there may be hundreds. */
export const AppTile = memo(function AppTile({ t, tile, isOpening, isFirstHit, onOpen, onFavourite, notice }: Props) {
  const { _id, name, summary, logo, isFavourite } = tile
  return (
    <li className="tile" data-tile={_id}>
      <button
        type="button"
        className="tile-open"
        aria-disabled={isOpening || undefined}
        data-stop
        onClick={() => onOpen(tile)}
      >
        <span className="tile-logo">
          <ApplicationLogo name={name} logo={logo} />
          {isOpening && <Spinner size={18} />}
        </span>
        <span className="tile-words">
          <span className="tile-name">{name}</span>
          {summary && <span className="tile-summary">{summary}</span>}
          <TileDemand t={t} tile={tile} />
        </span>
        <span className="tile-clients">
          <TileClients t={t} tile={tile} />
        </span>
        {isFirstHit && <CornerDownLeft className="tile-enter" size={16} aria-hidden />}
      </button>
      <label className="tile-star" title={isFavourite ? t('Remove from favourites') : t('Add to favourites')}>
        <input
          type="checkbox"
          aria-label={t('Favourite: {{name}}', { name })}
          checked={isFavourite}
          onChange={(event) => onFavourite(tile, event.target.checked)}
        />
        <Star size={18} fill={isFavourite ? 'currentColor' : 'none'} aria-hidden />
      </label>
      {notice}
    </li>
  )
})

/** What the sign-in lacks, for whichever client it is opened. */
function TileDemand({ t, tile: { clients } }: Pick<Props, 't' | 'tile'>) {
  if (!clients.every(({ lacks }) => lacks)) return null
  return (
    <span className="tile-demand">
      <Lock size={14} aria-hidden />
      {demandWords(
        (['passkey', 'strong', 'recent'] as const).find((lack) => clients.some(({ lacks }) => lacks === lack)),
        t,
      )}
    </span>
  )
}

/** Whom it is opened for: the client itself, or how many there are and which was the last. */
function TileClients({ t, tile: { clients, lastClient } }: Pick<Props, 't' | 'tile'>) {
  const [only, ...others] = clients
  if (only && others.length === 0) return only.name
  const last = clients.find(({ _id }) => _id === lastClient)
  return (
    <>
      <span>{t('{{count}} clients', { count: clients.length })}</span>
      {last && <span className="tile-last-client">{t('last {{name}}', { name: last.name })}</span>}
    </>
  )
}
