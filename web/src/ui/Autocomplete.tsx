import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { ChevronDown } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './combobox.css'
import type { Option } from './Combobox.tsx'
import { describedBy, Field, type FieldProps } from './Field.tsx'
import { OptionText } from './OptionText.tsx'
import { usePortalContainer } from './portal-container.ts'

type Props = FieldProps & {
  value: string
  onChange: (value: string) => void
  /** What fits what has been typed since the choices were opened; empty: nothing yet. */
  optionsFor: (typed: string) => readonly Option[]
  required?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** A text of which some are known. The choices help; whatever is typed counts. */
export function Autocomplete({ label, error, hint, action, value, onChange, optionsFor, ...input }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const container = usePortalContainer()
  const [typed, setTyped] = useState('')

  return (
    <Field id={id} label={label} error={error} hint={hint} action={action}>
      <Base.Root
        items={optionsFor(typed)}
        mode="none"
        openOnInputClick
        value={value}
        itemToStringValue={(option: Option) => option.value}
        onValueChange={(text, details) => {
          // Escape belongs to the dialog around, once the choices are closed.
          if (details.reason === 'escape-key') details.cancel()
          else onChange(text)
          setTyped(details.reason === 'input-change' ? text : '')
        }}
        onOpenChangeComplete={(isOpen) => {
          if (!isOpen) setTyped('')
        }}
      >
        <Base.InputGroup className="combobox">
          <Base.Input
            {...input}
            id={id}
            className="control"
            autoCapitalize="none"
            spellCheck={false}
            {...describedBy(id, { error, hint })}
          />
          <Base.Trigger className="combobox-button" tabIndex={-1} aria-label={t('Show choices')}>
            <ChevronDown size={16} aria-hidden />
          </Base.Trigger>
        </Base.InputGroup>
        <Base.Portal container={container}>
          <Base.Positioner className="combobox-positioner" sideOffset={4} positionMethod="fixed">
            <Base.Popup className="combobox-popup">
              <Base.List className="combobox-list">
                {(option: Option) => (
                  <Base.Item key={option.value} value={option} className="combobox-item">
                    <OptionText {...option} />
                  </Base.Item>
                )}
              </Base.List>
            </Base.Popup>
          </Base.Positioner>
        </Base.Portal>
      </Base.Root>
    </Field>
  )
}
