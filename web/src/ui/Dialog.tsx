import { X } from 'lucide-react'
import {
  type KeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useEffect,
  useId,
  useLayoutEffect,
  useState,
} from 'react'
import { useTranslation } from 'react-i18next'
import './dialog.css'
import { firstOf } from './dialog-focus.ts'
import { giveBackFocus, withPartsAround } from './give-back-focus.ts'
import { PortalContainer } from './portal-container.ts'

const SIZES = {
  small: 'dialog-small',
  large: 'dialog-large',
  page: 'dialog-large dialog-page',
  wide: 'dialog-large dialog-wide',
  sheet: 'dialog-sheet',
}

type Props = {
  title: string
  onClose: () => void
  /** Called in place of closing when a person wants to close. The caller decides what happens. */
  onCloseRequest?: (() => void) | undefined
  /** It holds what is not saved. */
  isUnsaved?: boolean
  /** It cannot be closed for now. */
  isBusy?: boolean
  /** `large` stands at the right side in full height, for long content; `page` shows a mail in its own width, `wide` has
   * room for two columns. `sheet` comes up from the lower edge of a phone. */
  size?: keyof typeof SIZES | undefined
  /** Gets the element. */
  onElement?: (dialog: HTMLDialogElement | null) => void
  children: ReactNode
}

/**
 * The browser's own modal dialog: it keeps the focus inside, closes on Escape and gives the focus back. Open as long
 * as it is rendered.
 */
export function Dialog({ title, onClose, onCloseRequest, isBusy = false, size = 'small', ...rest }: Props) {
  const { isUnsaved = false, onElement, children } = rest
  const { t } = useTranslation()
  const [dialog, setDialog] = useState<HTMLDialogElement | null>(null)
  const titleId = useId()
  const refuse = isBusy ? () => undefined : onCloseRequest

  // Before the element is gone: only then does closing give the focus back.
  useLayoutEffect(() => {
    const places = withPartsAround(document.activeElement)
    dialog?.showModal()
    // The browser would choose the button that closes it. A long one starts with its title.
    if (dialog) firstOf(dialog)?.focus({ preventScroll: true })
    return () => {
      dialog?.close()
      if (dialog) giveBackFocus(places)
    }
  }, [dialog])
  useEffect(() => onElement?.(dialog), [dialog, onElement])

  function handleClose() {
    // Closing is announced later, when the dialog may have been opened again.
    if (!dialog?.open) onClose()
  }

  function handleCancel(event: SyntheticEvent) {
    if (!refuse || event.target !== dialog) return
    event.preventDefault()
    refuse()
  }

  // A browser lets only the first Escape be refused as `cancel`; the key itself it lets be refused always.
  function handleKey(event: KeyboardEvent) {
    const isOwn = event.target instanceof Element && event.target.closest('dialog') === dialog
    if (!refuse || event.key !== 'Escape' || event.defaultPrevented || !isOwn) return
    event.preventDefault()
    refuse()
  }

  return (
    <dialog
      ref={setDialog}
      className={`dialog ${SIZES[size]}`}
      aria-labelledby={titleId}
      data-holds-work
      data-unsaved={isUnsaved || undefined}
      onCancel={handleCancel}
      onKeyDown={handleKey}
      onClose={handleClose}
    >
      <div className="dialog-head">
        <h2 id={titleId} tabIndex={-1}>
          {title}
        </h2>
        <button
          type="button"
          className="dialog-close"
          aria-label={t('Close')}
          aria-disabled={isBusy || undefined}
          onClick={refuse ?? (() => dialog?.close())}
        >
          <X size={18} aria-hidden />
        </button>
      </div>
      <PortalContainer value={dialog}>{children}</PortalContainer>
    </dialog>
  )
}
