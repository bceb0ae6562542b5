import { TextField } from '../../../ui/TextField.tsx'
import { type FieldInputProps, useField } from './field.ts'

/** A text of letters and digits: nothing else can be entered (requirement A11). */
export function LettersAndDigitsInput(props: FieldInputProps) {
  const { onChange, ...field } = useField(props)
  return (
    <TextField
      {...field}
      onChange={(event) => {
        const kept = event.target.value.replace(/[^a-z0-9]/gi, '')
        if (kept !== event.target.value) event.target.value = kept
        return onChange(event)
      }}
    />
  )
}
