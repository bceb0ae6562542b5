import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '../../../../ui/Button.tsx'
import { Dialog } from '../../../../ui/Dialog.tsx'
import './filters.css'
import { FormEnd } from '../../../../ui/FormEnd.tsx'
import { leavingFocus } from '../leaving-focus.ts'

type Props = {
  /** Removes all filters; undefined if none is set. */
  onClear: (() => void) | undefined
  onClose: () => void
  /** The fields; each takes effect at once. */
  children: ReactNode
}

/** The filters of a list on a phone. */
export function FilterSheet({ onClear, onClose, children }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog title={t('Filters')} size="sheet" onClose={onClose}>
      {/* The first field would open the keyboard over the sheet. */}
      <div className="form filter-sheet" data-first tabIndex={-1}>
        {children}
        <FormEnd>
          {onClear && (
            <Button variant="neutral" onClick={leavingFocus(onClear)}>
              {t('Clear filters')}
            </Button>
          )}
          <Button onClick={onClose}>{t('Show results')}</Button>
        </FormEnd>
      </div>
    </Dialog>
  )
}
