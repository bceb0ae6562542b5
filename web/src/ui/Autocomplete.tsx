import { Autocomplete as Base } from '@base-ui/react/autocomplete'
import { type Ref, useId, useState } from 'react'
import type { Option } from './Combobox.tsx'
import { ComboboxPopup, ComboboxTrigger } from './ComboboxPopup.tsx'
import { describedBy, Field, type FieldProps, labelIdOf } from './Field.tsx'
import { OptionText } from './OptionText.tsx'

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
  const id = useId()
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
            aria-labelledby={labelIdOf(id)}
            className="control"
            autoCapitalize="none"
            spellCheck={false}
            {...describedBy(id, { error, hint })}
          />
          <ComboboxTrigger />
        </Base.InputGroup>
        <ComboboxPopup>
          <Base.List className="combobox-list">
            {(option: Option) => (
              <Base.Item key={option.value} value={option} className="combobox-item">
                <OptionText {...option} />
              </Base.Item>
            )}
          </Base.List>
        </ComboboxPopup>
      </Base.Root>
    </Field>
  )
}
