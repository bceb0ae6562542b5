import { consumeRequestEmailOtp, resendEmailOtp } from '@gatehouse/contract/signin.ts'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../api.ts'
import { isAboutCode } from '../session/code-errors.ts'
import { ResendCode } from '../session/ResendCode.tsx'
import { Button } from '../ui/Button.tsx'
import { bindField } from '../ui/bind-field.ts'
import { CodeField } from '../ui/CodeField.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { TextField } from '../ui/TextField.tsx'
import { useAction } from '../ui/use-action.ts'

const { email: emailSchema, otp } = consumeRequestEmailOtp.request.shape
const verification = z.object({ email: emailSchema, otp })

export type Verification = z.output<typeof verification>

type Props = { email: string; resendAt: number; onSubmit: (verification: Verification) => Promise<void> }

export function VerifyEmailForm({ email, resendAt, onSubmit }: Props) {
  const { t } = useTranslation()
  const form = useForm({ resolver: resolverOf(verification), defaultValues: { email, otp: '' } })
  const submit = useAction(onSubmit)
  const handleSubmit = form.handleSubmit(submit.run, submit.clear)

  useEffect(() => {
    if (submit.error) form.setFocus('otp', { shouldSelect: true })
  }, [submit.error, form])

  async function resend() {
    const isValid = await form.trigger('email', { shouldFocus: true })
    if (!isValid) return null
    const answer = await call(resendEmailOtp, { email: form.getValues('email').trim() })
    // What was wrong with the former code says nothing about the new one.
    submit.clear()
    return answer
  }

  return (
    <>
      <form className="form" method="post" noValidate onSubmit={handleSubmit}>
        <TextField
          {...bindField(form, 'email')}
          label={t('Email')}
          inputMode="email"
          autoComplete="email"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={!email}
        />
        <CodeField
          {...form.register('otp')}
          label={t('OTP')}
          error={form.formState.errors.otp?.message}
          isRefused={isAboutCode(submit.error)}
          onComplete={() => void handleSubmit()}
          autoFocus={email !== ''}
        />
        <FormEnd error={submit.error} takesFocus={false}>
          <Button type="submit" size="large" isBusy={submit.isBusy}>
            {t('Verify email')}
          </Button>
        </FormEnd>
      </form>
      <ResendCode initialSeconds={Math.max(0, (resendAt - Date.now()) / 1000)} resend={resend} />
    </>
  )
}
