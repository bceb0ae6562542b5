import * as field from '@gatehouse/contract/fields.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { isError } from '../api.ts'
import { useSettings } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'

const anyIdentifier = field.requiredText('Email/UserId/Phone is required', 254)

const credentials = (username: typeof anyIdentifier) =>
  z.object({ username, password: field.password(), rememberMe: z.boolean() })

export type Credentials = z.output<ReturnType<typeof credentials>>

type Props = {
  /** The other sign-in pages accept only an email address (requirement W1). */
  isEmailOnly: boolean
  hasRememberMe: boolean
  onSubmit: (credentials: Credentials) => Promise<void>
}

/** Step one of signing in. What was typed stays, whatever the server answers. */
export function CredentialsForm({ isEmailOnly, hasRememberMe, onSubmit }: Props) {
  const { t } = useTranslation()
  const { passwordClipboard } = useSettings()
  // Whom the application expects (OpenID Connect `login_hint`).
  const { login_hint: username = '' } = useSearch({ strict: false })
  const form = useForm({
    resolver: zodResolver(credentials(isEmailOnly ? field.email() : anyIdentifier)),
    defaultValues: { username, password: '', rememberMe: false },
  })
  const submit = useAction(onSubmit)

  useEffect(() => {
    if (submit.error) form.setFocus('password', { shouldSelect: true })
  }, [submit.error, form])

  return (
    <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
      <TextField
        {...bindField(form, 'username')}
        label={isEmailOnly ? t('Email') : t('Email, user ID or phone number')}
        inputMode={isEmailOnly ? 'email' : 'text'}
        autoComplete="username"
        autoCapitalize="none"
        spellCheck={false}
        autoFocus
      />
      <PasswordField
        {...bindField(form, 'password')}
        label={t('Password')}
        autoComplete="current-password"
        clipboard={passwordClipboard}
        action={<Link to="/forgetpassword">{t('Forgot password?')}</Link>}
      />
      {hasRememberMe && <Checkbox {...form.register('rememberMe')} label={t('Remember me')} />}
      <FormEnd
        error={submit.error}
        takesFocus={false}
        wayOut={
          (isError(submit.error, 'email_unverified') || isError(submit.error, 'email_unverified_still')) && (
            <Link to="/verifyemail" state={{ email: String(submit.error.data.email ?? '') }}>
              {t('Enter the code')}
            </Link>
          )
        }
      >
        <Button type="submit" size="large" isBusy={submit.isBusy}>
          {t('Login')}
        </Button>
      </FormEnd>
    </form>
  )
}
