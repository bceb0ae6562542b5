import { Popover } from '@base-ui/react/popover'
import { useTranslation } from 'react-i18next'
import { Tooltip } from '../../ui/Tooltip.tsx'
import './assigned-apps.css'

/** The first application; more than one shows '...' and lists all on hover, focus and press. */
export function AssignedApps({ names }: { names: readonly string[] }) {
  const { t } = useTranslation()
  if (names.length === 0) return <span className="assigned-none">{t('None')}</span>
  if (names.length === 1) return names[0]
  return (
    <Popover.Root>
      <Tooltip content={names.join(', ')}>
        <Popover.Trigger className="assigned-apps">{names[0]}...</Popover.Trigger>
      </Tooltip>
      <Popover.Portal>
        <Popover.Positioner className="popup-layer" align="start" sideOffset={4} positionMethod="fixed">
          <Popover.Popup className="popover">
            <Popover.Title>{t('Assigned Apps')}</Popover.Title>
            <ul className="assigned-list">
              {names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}
