import { ChevronDown } from 'lucide-react'
import { useId } from 'react'
import { useTranslation } from 'react-i18next'
import { SidebarLink } from './SidebarLink.tsx'
import type { Screen } from './screens.ts'

type Props = {
  /** English; `null`: the screens stand above all parts. */
  group: string | null
  screens: readonly Screen[]
  isFolded: boolean
  onToggle: (group: string) => void
}

/** A part of the menu: the screens below a heading that folds them away. */
export function MenuGroup({ group, screens, isFolded, onToggle }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const isOpen = group === null || !isFolded
  return (
    <div>
      {group && (
        <h2 className="sidebar-heading">
          <button
            type="button"
            aria-expanded={isOpen}
            aria-controls={isOpen ? id : undefined}
            onClick={() => onToggle(group)}
          >
            {t(group)}
            <ChevronDown size={14} className="sidebar-fold" aria-hidden />
          </button>
        </h2>
      )}
      {isOpen && (
        <ul id={id}>
          {screens.map((screen) => (
            <li key={screen.path}>
              <SidebarLink screen={screen} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
