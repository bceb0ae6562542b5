import * as field from '@gatehouse/contract/fields.ts'
import { Link, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { AskedSignIn } from '../factors/ceremony.ts'
import { useHandedOver } from '../session/use-handed-over.ts'
import { useSettings } from '../session/use-session.ts'
import { useWayOn } from '../session/use-way-on.ts'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { Checkbox } from '../ui/Checkbox.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { PasswordField } from '../ui/PasswordField.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { VerifyFirst } from './VerifyFirst.tsx'

const anyIdentifier = field.requiredText('Email/UserId/Phone is required', 254)

const credentials = (username: typeof anyIdentifier) =>
  z.object({ username, password: field.password(), rememberMe: z.boolean() })

export type Credentials = z.output<ReturnType<typeof credentials>>

/** An application to go to, as the address of the page names it. */
export type Target = Pick<AskedSignIn, 'redirectUrl' | 'clientId' | 'clientIDE'>

type Props = {
  /** The other sign-in pages accept only an email address (requirement W1). */
  isEmailOnly: boolean
  hasRememberMe: boolean
  /** The application that a passkey goes to; none: wherever the person goes. */
  target?: Target | undefined
  onSubmit: (credentials: Credentials) => Promise<void>
}

/** Step one of signing in. What was typed stays, whatever the server answers. */
export function CredentialsForm({ isEmailOnly, hasRememberMe, target, onSubmit }: Props) {
  const { t } = useTranslation()
  const { passwordClipboard } = useSettings()
  // Whose address was just verified, or whom the application expects (OpenID Connect `login_hint`).
  const { login_hint: expected = '' } = useSearch({ strict: false })
  const { email: username = expected } = useHandedOver()
  const wayOn = useWayOn()
  const form = useForm({
    resolver: resolverOf(credentials(isEmailOnly ? field.email() : anyIdentifier)),
    defaultValues: { username, password: '', rememberMe: false },
  })
  const submit = useAction(onSubmit)

  useEffect(() => {
    if (submit.error) form.setFocus('password', { shouldSelect: true })
  }, [submit.error, form])

  return (
    <>
      <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
        <TextField
          {...bindField(form, 'username')}
          label={isEmailOnly ? t('Email') : t('Email, user ID or phone number')}
          inputMode={isEmailOnly ? 'email' : 'text'}
          // Browsers offer passkeys in the field with this word.
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <PasswordField
          {...bindField(form, 'password')}
          label={t('Password')}
          autoComplete="current-password"
          clipboard={passwordClipboard}
          action={
            <Link to="/forgetpassword" search={wayOn}>
              {t('Forgot password?')}
            </Link>
          }
        />
        {hasRememberMe && <Checkbox {...form.register('rememberMe')} label={t('Remember me')} />}
        <FormEnd error={submit.error} takesFocus={false} wayOut={<VerifyFirst error={submit.error} />}>
          <Button type="submit" size="large" isBusy={submit.isBusy}>
            {t('Login')}
          </Button>
        </FormEnd>
      </form>
      <PasskeySignIn asked={() => ({ ...target, rememberMe: form.getValues('rememberMe') })} />
    </>
  )
}
