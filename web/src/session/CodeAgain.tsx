import * as field from '@gatehouse/contract/fields.ts'
import { type CodeSent, consumeLogInOtpEmail, resendLogInOtp } from '@gatehouse/contract/signin.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { useAction } from '../ui/use-action.ts'
import { isAboutCode } from './code-errors.ts'
import { ResendCode } from './ResendCode.tsx'

const codeForm = z.object({ otp: field.otp() })

type Props = {
  email: string
  /** Why the session could not be opened, where that is known otherwise. */
  error: unknown
  sent: CodeSent
  onSignedIn: () => Promise<void>
  onRestart: () => void
}

/** Step two of signing in again. */
export function CodeAgain({ email, error, sent, onSignedIn, onRestart }: Props) {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { otp: '' } })
  const submit = useAction(async ({ otp }: z.output<typeof codeForm>) => {
    await call(consumeLogInOtpEmail, { email, otp })
    await onSignedIn()
  })
  const handleSubmit = form.handleSubmit(submit.run, submit.clear)
  const resend = async () => {
    const answer = await call(resendLogInOtp, {})
    submit.clear()
    return answer
  }

  useEffect(() => {
    form.setFocus('otp', { shouldSelect: submit.error !== null })
  }, [submit.error, form])

  return (
    <form className="form" method="post" noValidate onSubmit={handleSubmit}>
      <CodeField
        {...form.register('otp')}
        label={t('One-time code')}
        hint={t('We sent a code to {{sentTo}}', { sentTo: sent.sentTo })}
        error={form.formState.errors.otp?.message}
        isRefused={isAboutCode(submit.error)}
        onComplete={() => void handleSubmit()}
      />
      <ResendCode initialSeconds={sent.resendInSeconds} resend={resend} />
      <FormEnd error={submit.error ?? error} takesFocus={false}>
        <Button variant="neutral" onClick={onRestart}>
          {t('Back')}
        </Button>
        <Button type="submit" isBusy={submit.isBusy}>
          {t('Submit OTP')}
        </Button>
      </FormEnd>
    </form>
  )
}
