import { Combobox as Base } from '@base-ui/react/combobox'
import { foldedText } from '@gatehouse/contract/sought-text.ts'
import { Check, X } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './chips.css'
import type { Option } from './Combobox.tsx'
import { ComboboxPopup, ComboboxTrigger } from './ComboboxPopup.tsx'
import { describedBy, Field, type FieldProps } from './Field.tsx'
import './multi-select.css'
import { OptionsStatus } from './OptionsStatus.tsx'

const SHOWN_CHIPS = 3

type Props = FieldProps & {
  options: readonly Option[]
  /** The value for all options, including future ones. If chosen, it is the only value. */
  all?: Option
  value: readonly string[]
  onChange: (value: string[]) => void
  required?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** Several of a list, or all of it. */
export function MultiSelect({ label, error, hint, options, all, value, onChange, ...input }: Props) {
  const { t, i18n } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const isAll = all !== undefined && value.includes(all.value)
  const chosen = isAll ? [all, ...options] : options.filter((option) => value.includes(option.value))
  const chips = isAll ? [all] : chosen.slice(0, SHOWN_CHIPS)
  const hidden = isAll ? 0 : chosen.length - chips.length
  const sought = foldedText(typed, i18n.language)
  const matching = [...(all ? [all] : []), ...options].filter((option) =>
    foldedText(option.label, i18n.language).includes(sought),
  )

  function handleChange(next: Option[]) {
    const values = next.map((option) => option.value).filter((one) => one !== all?.value)
    if (all === undefined) return onChange(values)
    const hasAll = values.length < next.length
    if (hasAll && !isAll) onChange([all.value])
    else if (isAll && !hasAll) onChange([])
    else onChange(values.length === options.length && !isAll ? [all.value] : values)
  }

  return (
    <Field
      id={id}
      label={label}
      error={error}
      hint={hint}
      action={
        <span className="multi-select-count">
          {t('{{chosen}} of {{total}}', { chosen: isAll ? options.length : chosen.length, total: options.length })}
        </span>
      }
    >
      <Base.Root
        multiple
        items={matching}
        filter={null}
        value={chosen}
        onValueChange={(next, details) => {
          // Escape belongs to the dialog around, once the choices are closed.
          if (details.reason === 'escape-key') details.cancel()
          else handleChange(next)
        }}
        isItemEqualToValue={(one, other) => one.value === other.value}
        autoHighlight
        inputValue={typed}
        onInputValueChange={setTyped}
      >
        <Base.InputGroup className="combobox chips-box multi-select control">
          <Base.Chips className="chips">
            {chips.map((option) => (
              <Base.Chip key={option.value} className="chip" aria-label={option.label}>
                <span className="chip-text">{option.label}</span>
                <Base.ChipRemove className="chip-remove" aria-label={t('Remove {{name}}', { name: option.label })}>
                  <X size={14} aria-hidden />
                </Base.ChipRemove>
              </Base.Chip>
            ))}
            {hidden > 0 && <span className="multi-select-more">+{hidden}</span>}
            <Base.Input
              {...input}
              id={id}
              // The label is hidden from screen readers while the choices are open.
              aria-label={label}
              className="chips-input"
              placeholder={chosen.length === 0 ? t('Choose') : ''}
              {...describedBy(id, { error, hint })}
            />
          </Base.Chips>
          <ComboboxTrigger />
        </Base.InputGroup>
        <ComboboxPopup>
          <OptionsStatus isEmpty={matching.length === 0} typed={typed} />
          <Base.List className="combobox-list">
            {(option: Option) => (
              <Base.Item
                key={option.value}
                value={option}
                className="combobox-item"
                data-mixed={(option === all && !isAll && chosen.length > 0) || undefined}
              >
                <span className="multi-select-box" aria-hidden="true">
                  <Base.ItemIndicator>
                    <Check size={14} strokeWidth={3} />
                  </Base.ItemIndicator>
                </span>
                <span className="combobox-item-text">{option.label}</span>
              </Base.Item>
            )}
          </Base.List>
        </ComboboxPopup>
      </Base.Root>
    </Field>
  )
}
