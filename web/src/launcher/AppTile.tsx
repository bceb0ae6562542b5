import type { Tile } from '@gatehouse/contract/launch.ts'
import { ArrowUpRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApplicationLogo } from '../ui/ApplicationLogo.tsx'
import { Spinner } from '../ui/Spinner.tsx'

type Props = {
  tile: Tile
  /** Among all tiles, filtered or not. */
  position: number
  isOpening: boolean
  onOpen: () => void
}

export function AppTile({ tile, position, isOpening, onOpen }: Props) {
  const { t } = useTranslation()
  const { name, summary, logo, clients } = tile
  const [only, ...others] = clients
  return (
    <button type="button" className="tile" aria-disabled={isOpening || undefined} onClick={onOpen}>
      <span className="tile-top">
        <ApplicationLogo name={name} logo={logo} position={position} />
        {isOpening ? <Spinner size={18} /> : <ArrowUpRight size={18} aria-hidden />}
      </span>
      <span className="tile-name">{name}</span>
      {/* Two lines of it; whoever points at it sees the rest. */}
      <span className="tile-summary" title={summary}>
        {summary}
      </span>
      <span className="tile-clients">
        {only && others.length === 0 ? only.name : t('{{count}} clients', { count: clients.length })}
      </span>
    </button>
  )
}
