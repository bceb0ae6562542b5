import { X } from 'lucide-react'
import { type MouseEvent, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { LanguageSwitch } from '../session/LanguageSwitch.tsx'
import { ThemeSwitch } from '../session/ThemeSwitch.tsx'
import './drawer.css'
import { SidebarContent } from './SidebarContent.tsx'

/** The sidebar on narrow screens: modal, closed by Escape, by its button and by a press beside it. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)

  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    return () => element?.close()
  }, [])

  function handlePress(event: MouseEvent) {
    // The dialog itself is covered by its content: a press on it was on the backdrop.
    if (event.target === dialog.current) dialog.current?.close()
  }

  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a modal dialog by itself
    <dialog
      ref={dialog}
      className="drawer"
      aria-label={t('Menu')}
      onClick={handlePress}
      onClose={() => dialog.current?.open || onClose()}
    >
      <div className="sidebar drawer-content">
        <button type="button" className="drawer-close" aria-label={t('Close')} onClick={() => dialog.current?.close()}>
          <X size={20} aria-hidden />
        </button>
        <SidebarContent />
        <div className="drawer-preferences">
          <LanguageSwitch />
          <ThemeSwitch />
        </div>
      </div>
    </dialog>
  )
}
