import { X } from 'lucide-react'
import { type ChangeEvent, type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import './chips.css'
import { describedBy, Field, type FieldProps } from './Field.tsx'

type Props = FieldProps & {
  value: readonly string[]
  onChange: (value: string[]) => void
  /** Marks what will not be accepted; it stays, to be put right. */
  isValid: (tag: string) => boolean
  placeholder?: string
  required?: boolean
  onBlur?: () => void
  ref?: Ref<HTMLInputElement>
}

/** Several short texts. Enter, a comma, a semicolon or leaving the field adds what is typed; Backspace takes back. */
export function TagsField({ label, error, hint, value, onChange, isValid, placeholder, onBlur, ...rest }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const list = useRef<HTMLDivElement>(null)

  function add(text: string) {
    const tags = text.split(/[\s,;]+/).filter((tag) => tag !== '')
    setTyped('')
    if (tags.length > 0) onChange([...new Set([...value, ...tags])])
  }

  function handleChange(event: ChangeEvent<HTMLInputElement>) {
    const text = event.target.value
    if (/[\s,;]/.test(text.trimStart())) add(text)
    else setTyped(text.trimStart())
  }

  function handleKey(event: KeyboardEvent) {
    if (event.key === 'Enter' && typed !== '') {
      event.preventDefault() // Enter in an empty field sends the form.
      add(typed)
    } else if (event.key === 'Backspace' && typed === '' && value.length > 0) {
      event.preventDefault()
      setTyped(value.at(-1) ?? '')
      onChange(value.slice(0, -1))
    }
  }

  function handleRemove(tag: string) {
    onChange(value.filter((one) => one !== tag))
    list.current?.querySelector('input')?.focus()
  }

  function handleBlur() {
    add(typed)
    onBlur?.()
  }

  return (
    <Field id={id} label={label} error={error} hint={hint}>
      <div ref={list} className="chips-box control chips">
        {value.map((tag) => (
          <span key={tag} className={isValid(tag) ? 'chip' : 'chip chip-invalid'}>
            <span className="chip-text">{tag}</span>
            <button
              type="button"
              className="chip-remove"
              aria-label={t('Remove {{name}}', { name: tag })}
              onClick={() => handleRemove(tag)}
            >
              <X size={14} aria-hidden />
            </button>
          </span>
        ))}
        <input
          ref={rest.ref}
          aria-required={rest.required}
          id={id}
          className="chips-input"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder={value.length === 0 ? placeholder : undefined}
          value={typed}
          onChange={handleChange}
          onKeyDown={handleKey}
          onBlur={handleBlur}
          {...describedBy(id, { error, hint })}
        />
      </div>
    </Field>
  )
}
