import { useWatch } from 'react-hook-form'
import { useSettings } from '../../../session/use-session.ts'
import { NewPasswordField } from '../../../ui/NewPasswordField.tsx'
import { type FieldInputProps, useField } from './field.ts'

/** A password that an administrator sets for a person, with its rules. */
export function PasswordInput(props: FieldInputProps) {
  const { passwordPolicy, passwordClipboard } = useSettings()
  const typed: unknown = useWatch({ name: props.name })
  return (
    <NewPasswordField
      {...useField({ ...props, required: true })}
      policy={passwordPolicy}
      clipboard={passwordClipboard}
      typed={typeof typed === 'string' ? typed : ''}
    />
  )
}
