import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import type { bindField } from '../ui/bind-field.ts'
import { NewPasswordField } from '../ui/NewPasswordField.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { useSettings } from './use-session.ts'

type Bound = ReturnType<typeof bindField>

type Props = Pick<ComponentProps<typeof PasswordField>, 'autoFocus' | 'required'> & {
  chosen: Bound & { typed: string }
  confirmed: Bound
  /** Translated. */
  confirmLabel: string
}

/** A new password by the rules of this deployment, and the same once more. */
export function NewPasswordFields({ chosen, confirmed, confirmLabel, autoFocus = false, required = false }: Props) {
  const { t } = useTranslation()
  const { passwordPolicy, passwordClipboard } = useSettings()
  return (
    <>
      <NewPasswordField
        {...chosen}
        label={t('New Password')}
        policy={passwordPolicy}
        clipboard={passwordClipboard}
        autoFocus={autoFocus}
        required={required}
      />
      <PasswordField
        {...confirmed}
        label={confirmLabel}
        autoComplete="new-password"
        clipboard={passwordClipboard}
        required={required}
      />
    </>
  )
}
