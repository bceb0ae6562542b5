import { useFormContext } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { useSettings } from '../session/use-session.ts'
import { bindField } from '../ui/bind-field.ts'
import { NewPasswordField } from '../ui/NewPasswordField.tsx'

/** The password of a person who gets an account. It stands inside a form with this field. */
export function FirstPassword() {
  const { t } = useTranslation()
  const { passwordPolicy, passwordClipboard } = useSettings()
  const form = useFormContext<{ password: string }>()
  return (
    <NewPasswordField
      {...bindField(form, 'password')}
      label={t('Password')}
      policy={passwordPolicy}
      typed={form.watch('password')}
      clipboard={passwordClipboard}
    />
  )
}
