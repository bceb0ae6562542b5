import type { Tile } from '@gatehouse/contract/launch.ts'
import { ArrowUpRight } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { ApplicationLogo } from '../ui/ApplicationLogo.tsx'
import { Spinner } from '../ui/Spinner.tsx'

/** Specification 1 section 2. */
const SUMMARY_LENGTH = 25

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
  const isCut = summary.length > SUMMARY_LENGTH
  return (
    <button type="button" className="tile" aria-disabled={isOpening || undefined} onClick={onOpen}>
      <span className="tile-top">
        <ApplicationLogo name={name} logo={logo} position={position} />
        {isOpening ? <Spinner size={18} /> : <ArrowUpRight size={18} aria-hidden />}
      </span>
      <span className="tile-name">{name}</span>
      {isCut ? (
        <>
          <span className="visually-hidden">{summary}</span>
          <span className="tile-summary" aria-hidden="true" title={summary}>
            {summary.slice(0, SUMMARY_LENGTH).trimEnd()}…
          </span>
        </>
      ) : (
        <span className="tile-summary">{summary}</span>
      )}
      <span className="tile-clients">{t('{{count}} clients', { count: clients.length })}</span>
    </button>
  )
}
