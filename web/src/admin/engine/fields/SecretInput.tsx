import { SECRET_MASK } from '@gatehouse/contract/fields.ts'
import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../../../session/use-session.ts'
import { Button } from '../../../ui/Button.tsx'
import { Field } from '../../../ui/Field.tsx'
import { PasswordField } from '../../../ui/PasswordField.tsx'
import type { FieldInputProps } from './field.ts'
import './secret-input.css'
import { useControlledField } from './use-controlled-field.ts'

/**
 * A secret that goes in and never comes out (requirement C5). One that is set says so and can be replaced; left alone, its
 * mask is what the form sends.
 */
export function SecretInput({ hint, ...props }: FieldInputProps) {
  const { t } = useTranslation()
  const { passwordClipboard } = useSettings()
  const { value, onChange, ...field } = useControlledField<string>(props)
  const { formState } = useFormContext()
  const wasSet = formState.defaultValues?.[props.name] === SECRET_MASK
  const id = useId()

  function handleReplace() {
    onChange('')
  }

  if (value === SECRET_MASK) {
    return (
      <Field id={id} label={field.label} error={field.error} hint={hint}>
        <div className="control secret-input">
          {t('Set')}
          <Button
            id={id}
            variant="link"
            aria-label={t('Replace {{field}}', { field: field.label })}
            onClick={handleReplace}
          >
            {t('Replace')}
          </Button>
        </div>
      </Field>
    )
  }
  return (
    <PasswordField
      {...field}
      hint={hint}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      // Not the password of the person who fills in the form.
      autoComplete="new-password"
      clipboard={passwordClipboard}
      autoFocus={wasSet}
      action={
        wasSet && (
          <Button variant="link" className="secret-keep" onClick={() => onChange(SECRET_MASK)}>
            {t('Keep current')}
          </Button>
        )
      }
    />
  )
}
