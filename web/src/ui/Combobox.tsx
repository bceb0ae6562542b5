import { Combobox as Base } from '@base-ui/react/combobox'
import { foldedText } from '@gatehouse/contract/sought-text.ts'
import { Check, X } from 'lucide-react'
import { type Ref, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { ComboboxPopup, ComboboxTrigger } from './ComboboxPopup.tsx'
import { describedBy, Field, type FieldProps, labelIdOf } from './Field.tsx'
import { OptionsStatus } from './OptionsStatus.tsx'
import { OptionText } from './OptionText.tsx'

/** An option. `detail` distinguishes options with the same name. */
export type Option = { value: string; label: string; detail?: string | undefined }

type Props = FieldProps & {
  value: Option | null
  onChange: (option: Option | null) => void
  /** What matches the text of the last `onSearch`; while that is loading, of an earlier one. */
  options: readonly Option[]
  onSearch: (text: string) => void
  isLoading?: boolean
  /** Why there are no options. */
  failure?: unknown
  /** Called when a person asks again after a failure. */
  onRetry?: () => void
  /** How many there are besides those of `options`, in words. */
  more?: string | undefined
  /** Called when the last options come into sight: there may be more of them. */
  onEnd?: () => void
  placeholder?: string | undefined
  disabled?: boolean | undefined
  required?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** One of many, found by typing. Who fills `options` does the searching. */
export function Combobox({ label, error, hint, action, value, onChange, options, onSearch, ...rest }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { isLoading = false, failure = null, onRetry, more, onEnd, placeholder, disabled = false, ...input } = rest
  // `null`: the name of the choice stands in the field. Kept here, because Base UI puts that name back in place of what is
  // typed when the options change while it closes.
  const [text, setText] = useState<string | null>(null)
  const typed = text ?? ''
  // The first one is marked for Enter: never one of an earlier search that the text does not fit.
  const fitting = isLoading ? options.filter((option) => isLike(option, typed)) : options

  function search(next: string | null) {
    setText(next)
    onSearch(next ?? '')
  }

  return (
    <Field id={id} label={label} error={error} hint={hint} action={action}>
      <Base.Root
        items={fitting}
        filter={null}
        value={value}
        onValueChange={(option, details) => {
          // Escape belongs to the dialog around, once the choices are closed.
          if (details.reason === 'escape-key') details.cancel()
          else onChange(option)
        }}
        isItemEqualToValue={(one, other) => one.value === other.value}
        autoHighlight
        disabled={disabled}
        inputValue={text ?? value?.label ?? ''}
        onInputValueChange={(next, { reason }) => {
          if (reason === 'input-change') search(next)
          // Until it has closed, the choice stands there alone.
          else setText(reason === 'item-press' ? next : null)
        }}
        onOpenChange={(isOpen) => {
          if (isOpen && failure) onRetry?.()
        }}
        onOpenChangeComplete={(isOpen) => {
          if (!isOpen) search(null)
        }}
      >
        <Base.InputGroup className="combobox">
          <Base.Input
            {...input}
            id={id}
            aria-labelledby={labelIdOf(id)}
            className="control"
            placeholder={placeholder ?? t('Choose')}
            {...describedBy(id, { error, hint })}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || typed === '' || fitting.length > 0) return
              // There is nothing to pick yet: it would clear what is typed and send the form without it.
              event.preventDefault()
              event.preventBaseUIHandler()
            }}
          />
          <Base.Clear className="combobox-button combobox-clear" aria-label={t('Clear {{field}}', { field: label })}>
            <X size={16} aria-hidden />
          </Base.Clear>
          <ComboboxTrigger />
        </Base.InputGroup>
        <ComboboxPopup isLoading={isLoading}>
          <OptionsStatus
            isLoading={isLoading}
            failure={failure}
            onRetry={onRetry}
            isEmpty={fitting.length === 0}
            typed={typed}
          />
          <Base.List className="combobox-list" onScroll={({ currentTarget }) => isAtEnd(currentTarget) && onEnd?.()}>
            {(option: Option) => (
              <Base.Item key={option.value} value={option} className="combobox-item">
                <OptionText {...option} />
                <Base.ItemIndicator className="combobox-item-check">
                  <Check size={16} aria-hidden />
                </Base.ItemIndicator>
              </Base.Item>
            )}
          </Base.List>
          {more && !isLoading && <p className="combobox-more">{more}</p>}
        </ComboboxPopup>
      </Base.Root>
    </Field>
  )
}

const END_PX = 120

const isAtEnd = ({ scrollHeight, scrollTop, clientHeight }: Element) => scrollHeight - scrollTop - clientHeight < END_PX

function isLike({ label, detail = '' }: Option, typed: string): boolean {
  return foldedText(`${label} ${detail}`).includes(foldedText(typed))
}
