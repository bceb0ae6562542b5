import { type ReactNode, useId } from 'react'
import './segmented-control.css'

type Choice<Value extends string> = { value: Value; label: string; lang?: string; icon?: ReactNode }

type Props<Value extends string> = {
  label: string
  choices: readonly Choice<Value>[]
  value: Value
  onChange: (value: Value) => void
}

/** A few choices side by side: radio buttons, so that arrow keys work as everywhere. */
export function SegmentedControl<Value extends string>({ label, choices, value, onChange }: Props<Value>) {
  const name = useId()
  return (
    <fieldset className="segmented">
      <legend className="visually-hidden">{label}</legend>
      {choices.map((choice) => (
        <label key={choice.value} title={choice.icon ? choice.label : undefined}>
          <input
            type="radio"
            className="visually-hidden"
            name={name}
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          {choice.icon}
          <span className={choice.icon ? 'visually-hidden' : undefined} lang={choice.lang}>
            {choice.label}
          </span>
        </label>
      ))}
    </fieldset>
  )
}
