import { Combobox as Base } from '@base-ui/react/combobox'
import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import './combobox.css'
import { usePortalContainer } from './portal-container.ts'

/** The arrow at the end of a field with choices. An Autocomplete is a Combobox, too. */
export function ComboboxTrigger() {
  const { t } = useTranslation()
  return (
    <Base.Trigger className="combobox-button" tabIndex={-1} aria-label={t('Show choices')}>
      <ChevronDown size={16} aria-hidden />
    </Base.Trigger>
  )
}

/** The choices below the field. */
export function ComboboxPopup({ isLoading = false, children }: { isLoading?: boolean; children: ReactNode }) {
  return (
    <Base.Portal container={usePortalContainer()}>
      <Base.Positioner className="combobox-positioner" sideOffset={4} positionMethod="fixed">
        <Base.Popup className="combobox-popup" aria-busy={isLoading || undefined}>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  )
}
