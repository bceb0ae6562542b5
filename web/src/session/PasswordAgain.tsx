import * as field from '@gatehouse/contract/fields.ts'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { FormEnd } from '../ui/FormEnd.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { useAction } from '../ui/use-action.ts'
import { useSettings } from './use-session.ts'

const passwordForm = z.object({ password: field.password() })

type Props = {
  email: string
  /** Whether they may sign in elsewhere in this browser instead. */
  hasOtherWays?: boolean
  /** Why the session could not be opened, where that is known otherwise. */
  error: unknown
  onPassword: (password: string) => Promise<void>
  onClose: () => void
}

/** Step one of signing in again. */
export function PasswordAgain({ email, hasOtherWays = true, error, onPassword, onClose }: Props) {
  const { t } = useTranslation()
  const { passwordClipboard } = useSettings()
  const form = useForm({ resolver: resolverOf(passwordForm), defaultValues: { password: '' } })
  const submit = useAction(({ password }: z.output<typeof passwordForm>) => onPassword(password))

  useEffect(() => {
    if (submit.error) form.setFocus('password', { shouldSelect: true })
  }, [submit.error, form])

  return (
    <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
      <PasswordField
        {...bindField(form, 'password')}
        label={t('Password')}
        autoComplete="current-password"
        clipboard={passwordClipboard}
        action={
          hasOtherWays && (
            <a href="/login" target="_blank" rel="noreferrer">
              {t('Sign in another way')}
            </a>
          )
        }
      />
      {/* Tells password managers whose password it is. */}
      <input hidden readOnly name="username" autoComplete="username" value={email} />
      <FormEnd error={submit.error ?? error} takesFocus={false}>
        <Button variant="neutral" onClick={onClose}>
          {t('Not now')}
        </Button>
        <Button type="submit" isBusy={submit.isBusy}>
          {t('Continue')}
        </Button>
      </FormEnd>
    </form>
  )
}
