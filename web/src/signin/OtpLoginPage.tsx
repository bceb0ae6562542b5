import { requiredText } from '@gatehouse/contract/fields.ts'
import { identifierField } from '@gatehouse/contract/identifier.ts'
import { requestLogInOtp } from '@gatehouse/contract/signin.ts'
import { Link } from '@tanstack/react-router'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../api.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { CardPage } from '../ui/CardPage.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'
import { OtpStep } from './OtpStep.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { useCodeStep } from './use-code-step.ts'

const identifierForm = z.object({ username: requiredText('Email/UserId/Phone is required', 254) })

/** Signing in by a code alone, for accounts that an administrator allows it (requirement S4). */
export function OtpLoginPage() {
  const { t } = useTranslation()
  const form = useForm({ resolver: resolverOf(identifierForm), defaultValues: { username: '' } })
  const code = useCodeStep()
  const submit = useAction(async ({ username }: z.output<typeof identifierForm>) => {
    code.show({ identifier: username, sent: await call(requestLogInOtp, identifierField(username)) })
  })
  usePageTitle(t('Sign in with a code'))

  if (code.isShown) return <OtpStep begun={code.begun} onRestart={code.leave} />
  return (
    <CardPage
      title={t('Sign in with a code')}
      lead={t('For accounts that can sign in without a password.')}
      below={
        <Link to="/login" search={(before) => before}>
          {t('Sign in with a password')}
        </Link>
      }
    >
      <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
        <TextField
          {...bindField(form, 'username')}
          label={t('Email, user ID or phone number')}
          autoComplete="username webauthn"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <FormEnd error={submit.error}>
          <Button type="submit" size="large" isBusy={submit.isBusy}>
            {t('Send code')}
          </Button>
        </FormEnd>
      </form>
      <PasskeySignIn asked={() => ({})} />
    </CardPage>
  )
}
