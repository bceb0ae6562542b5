import { SECRET_MASK } from '@gatehouse/contract/fields.ts'
import type { TFunction } from 'i18next'
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
 * A write-only secret (requirement C5). Shows whether it is set, and can replace it. If it is not changed, the form sends
 * its mask.
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
      // Keeps password managers from filling in the signed-in person's password.
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

/** Never the secret itself. */
SecretInput.show = (value: unknown, t: TFunction) =>
  value === SECRET_MASK ? t('Set') : value === '' ? t('Not set') : t('A new one')
