import { X } from 'lucide-react'
import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import './dialog.css'

type Props = { title: string; onClose: () => void; children: ReactNode }

/**
 * The browser's own modal dialog: it keeps the focus inside, closes on Escape and gives the focus back. Open as long
 * as it is rendered.
 */
export function Dialog({ title, onClose, children }: Props) {
  const { t } = useTranslation()
  const dialog = useRef<HTMLDialogElement>(null)
  const titleId = useId()

  // Before the element is gone: only then does closing give the focus back.
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    // The browser would choose the button that closes it.
    element?.querySelector<HTMLElement>('input, select, textarea')?.focus()
    return () => element?.close()
  }, [])

  function handleClose() {
    // Closing is announced later, when the dialog may have been opened again.
    if (!dialog.current?.open) onClose()
  }

  return (
    <dialog ref={dialog} className="dialog" aria-labelledby={titleId} onClose={handleClose}>
      <div className="dialog-head">
        <h2 id={titleId}>{title}</h2>
        <button type="button" className="dialog-close" aria-label={t('Close')} onClick={() => dialog.current?.close()}>
          <X size={18} aria-hidden />
        </button>
      </div>
      {children}
    </dialog>
  )
}
