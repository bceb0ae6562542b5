import { useId } from 'react'
import './checkbox.css'
import './field.css'
import './radio-group.css'

type Props<Value extends string> = {
  label: string
  value: Value
  onChange: (value: Value) => void
  /** Translated, with a sentence about each. */
  choices: readonly { value: Value; label: string; about: string }[]
}

/** One of a few choices that need an explanation each, all in sight. */
export function RadioGroup<Value extends string>({ label, value, onChange, choices }: Props<Value>) {
  const id = useId()
  return (
    <fieldset className="radio-group">
      <legend>{label}</legend>
      {choices.map((choice) => (
        <div key={choice.value} className="radio-choice">
          <label className="checkbox">
            <input
              type="radio"
              name={id}
              checked={value === choice.value}
              onChange={() => onChange(choice.value)}
              aria-describedby={`${id}-${choice.value}`}
            />
            {choice.label}
          </label>
          <p id={`${id}-${choice.value}`} className="field-hint">
            {choice.about}
          </p>
        </div>
      ))}
    </fieldset>
  )
}
