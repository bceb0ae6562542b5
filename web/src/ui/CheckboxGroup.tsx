import { type Ref, useId } from 'react'
import { Checkbox } from './Checkbox.tsx'
import './checkbox-group.css'
import { describedBy, type FieldProps } from './Field.tsx'
import { FieldMessages } from './FieldMessages.tsx'

type Props = Omit<FieldProps, 'action'> & {
  /** Values, and what they are called; translated. */
  choices: Record<string, string>
  value: readonly string[]
  onChange: (value: string[]) => void
  onBlur?: () => void
  /** Of the first choice. */
  ref?: Ref<HTMLInputElement>
}

/** Any of a few choices, each in sight. */
export function CheckboxGroup({ label, error, hint, choices, value, onChange, onBlur, ref }: Props) {
  const id = useId()
  const all = Object.keys(choices)
  const toggled = (choice: string) => all.filter((one) => (one === choice) !== value.includes(one))
  return (
    <fieldset
      className="checkbox-group"
      onBlur={onBlur}
      aria-describedby={describedBy(id, { error, hint })['aria-describedby']}
    >
      <legend>{label}</legend>
      {all.map((choice, position) => (
        <Checkbox
          key={choice}
          {...(position === 0 && ref && { ref })}
          label={choices[choice] ?? choice}
          checked={value.includes(choice)}
          onChange={() => onChange(toggled(choice))}
        />
      ))}
      <FieldMessages id={id} hint={hint} error={error} />
    </fieldset>
  )
}
