import { ChevronDown } from 'lucide-react'
import { type ReactNode, useId } from 'react'
import { useTranslation } from 'react-i18next'
import type { TileSection as Section } from './arrange-tiles.ts'

type Props = {
  section: Section
  /** Without groups and favourites it is the only one, and needs no heading to be seen. */
  isAlone: boolean
  isFolded: boolean
  onFold: (key: string, isFolded: boolean) => void
  children: ReactNode
}

/** Tiles under a heading that folds them away. */
export function TileSection({ section, isAlone, isFolded, onFold, children }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const titles = { favourites: t('Favourites'), rest: isAlone ? t('Applications') : t('Other applications') }
  const title = section.kind === 'group' ? section.title : titles[section.kind]
  const isOpen = isAlone || !isFolded
  return (
    <section className="tile-section" data-section={section.key}>
      {isAlone ? (
        <h2 className="visually-hidden" id={`${id}-title`}>
          {title}
        </h2>
      ) : (
        <h2 className="tile-heading">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => onFold(section.key, isOpen)}
          >
            <ChevronDown size={16} aria-hidden />
            <span id={`${id}-title`}>{title}</span>
            <span className="tile-count">{section.tiles.length}</span>
          </button>
        </h2>
      )}
      {isOpen && (
        <ul className="tiles" id={id} aria-labelledby={`${id}-title`}>
          {children}
        </ul>
      )}
    </section>
  )
}
