import { fullName } from '@gatehouse/contract/people.ts'
import { useLocation } from '@tanstack/react-router'
import { ChevronDown, LogOut } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSession, useSettings } from '../session/use-session.ts'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import './account.css'
import { useLeave } from '../session/use-leave.ts'
import { Account } from './Account.tsx'
import { Avatar } from './Avatar.tsx'
import { OwnLink } from './OwnLink.tsx'
import { ownScreens } from './own-screens.ts'

/** Who is signed in, in the top bar of people who may use the console: their account, and signing out. */
export function AccountMenu() {
  const { t } = useTranslation()
  const { brand, footer } = useSettings()
  const session = useSession()
  const { user } = session
  const id = useId()
  const root = useRef<HTMLDivElement>(null)
  const trigger = useRef<HTMLButtonElement>(null)
  const pathname = useLocation({ select: (location) => location.pathname })
  // The page it was opened on: going anywhere closes it.
  const [openedOn, setOpenedOn] = useState<string | null>(null)
  const isOpen = openedOn === pathname
  const logout = useAction(useLeave())
  const name = fullName(user)

  useEffect(() => {
    if (!isOpen) return
    function handlePress({ target }: PointerEvent) {
      if (target instanceof Element && !root.current?.contains(target) && !isInDialog(target)) setOpenedOn(null)
    }
    document.addEventListener('pointerdown', handlePress)
    return () => document.removeEventListener('pointerdown', handlePress)
  }, [isOpen])

  function handleKey(event: KeyboardEvent) {
    if (event.key !== 'Escape' || !isOpen) return
    setOpenedOn(null)
    trigger.current?.focus()
  }

  function handleBlur({ relatedTarget }: FocusEvent) {
    if (relatedTarget === null || isInDialog(relatedTarget)) return
    if (!root.current?.contains(relatedTarget)) setOpenedOn(null)
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it listens for what happens in its button and its links
    <div ref={root} className="account-menu" onKeyDown={handleKey} onBlur={handleBlur}>
      <button
        ref={trigger}
        type="button"
        className="account-trigger"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={() => setOpenedOn(isOpen ? null : pathname)}
      >
        <Avatar user={user} />
        <span className="account-trigger-name" aria-hidden="true">
          {name}
        </span>
        <span className="visually-hidden">{t('Account: {{name}}', { name })}</span>
        <ChevronDown size={14} aria-hidden />
      </button>
      {isOpen && (
        <nav id={id} className="account-popup" aria-label={t('Account')}>
          <Account user={user} />
          {ownScreens(session).map((screen) => (
            <OwnLink key={screen.path} screen={screen} />
          ))}
          <hr />
          <ErrorAlert error={logout.error} />
          <button
            type="button"
            className="sidebar-entry"
            aria-disabled={logout.isBusy || undefined}
            onClick={logout.run}
          >
            {logout.isBusy ? <Spinner size={18} /> : <LogOut size={18} aria-hidden />}
            {t('Logout')}
          </button>
          <p className="sidebar-copyright">{footer ?? t('© 2021 {{brand}}. All rights reserved.', { brand })}</p>
        </nav>
      )}
    </div>
  )
}

/** A question about unsaved input gives the focus back to what was pressed here. */
const isInDialog = (element: Element) => element.closest('dialog') !== null
