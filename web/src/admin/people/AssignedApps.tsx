import { Popover } from '@base-ui/react/popover'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { isPressOf } from '../../ui/is-press-of.ts'
import '../../ui/menu.css'
import './assigned-apps.css'

type Props = { names: readonly string[] }

/** The first application; more than one shows '...' and lists all on hover and press. */
export function AssignedApps({ names }: Props) {
  const { t } = useTranslation()
  if (names.length === 0) return <span className="assigned-none">{t('None')}</span>
  if (names.length === 1) return names[0]
  return <SeveralApps names={names} />
}

/** The list is made when it is first opened: made with each row, it would delay the rows (ADR 0136). */
function SeveralApps({ names }: Props) {
  const { t } = useTranslation()
  const button = useRef<HTMLButtonElement>(null)
  const [isOpen, setIsOpen] = useState<boolean | null>(null)

  function handlePress() {
    // Not every browser gives a pressed button the focus, which comes back here.
    button.current?.focus()
    setIsOpen(!isOpen)
  }

  function handleOpenChange(isNext: boolean, details: Popover.Root.ChangeEventDetails) {
    if (isPressOf(button.current, details)) details.cancel()
    else setIsOpen(isNext)
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="assigned-apps"
        title={names.join(', ')}
        aria-haspopup="dialog"
        aria-expanded={isOpen === true}
        data-popup-open={isOpen || undefined}
        onClick={handlePress}
      >
        {names[0]}...
      </button>
      {isOpen !== null && (
        <Popover.Root open={isOpen} onOpenChange={handleOpenChange}>
          <Popover.Portal>
            <Popover.Positioner
              anchor={button}
              className="popup-layer"
              align="start"
              sideOffset={4}
              positionMethod="fixed"
            >
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
      )}
    </>
  )
}
