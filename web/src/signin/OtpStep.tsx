import * as field from '@gatehouse/contract/fields.ts'
import { identifierField } from '@gatehouse/contract/identifier.ts'
import { type CodeSent, consumeLogInOtpEmail, resendLogInOtp } from '@gatehouse/contract/signin.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useReducer } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../api.ts'
import { usePageTitle } from '../session/use-page-title.ts'
import { Button } from '../ui/Button.tsx'
import { CardPage } from '../ui/CardPage.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'
import { CodeDelivery } from './CodeDelivery.tsx'
import { InboxHint } from './InboxHint.tsx'
import { ResendCode } from './ResendCode.tsx'
import { useFinishSignIn } from './use-finish-sign-in.ts'

const codeForm = z.object({ otp: field.otp() })

type Props = { identifier: string; sent: CodeSent; onRestart: () => void }

/** Step two of signing in, in place of step one. */
export function OtpStep({ identifier, sent, onRestart }: Props) {
  const { t } = useTranslation()
  const finish = useFinishSignIn()
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { otp: '' } })
  const submit = useAction(async ({ otp }: z.output<typeof codeForm>) => {
    const { next } = await call(consumeLogInOtpEmail, { ...identifierField(identifier), otp })
    await finish(next)
  })
  const [codes, countCode] = useReducer((count: number) => count + 1, 1)
  const resend = async () => {
    const answer = await call(resendLogInOtp, {})
    countCode()
    return answer
  }
  const handleSubmit = form.handleSubmit(submit.run)
  usePageTitle(t('Check your email'))

  useEffect(() => {
    if (submit.error) form.setFocus('otp', { shouldSelect: true })
  }, [submit.error, form])

  return (
    <CardPage
      title={t('Check your email')}
      lead={t('We sent a code to {{sentTo}}', { sentTo: sent.sentTo })}
      below={<InboxHint />}
    >
      <form className="form" method="post" noValidate onSubmit={handleSubmit}>
        <CodeDelivery key={codes} />
        <ErrorAlert error={submit.error} takesFocus={false} />
        {/* Tells password managers which account the code belongs to. */}
        <input hidden readOnly name="username" autoComplete="username" value={identifier} />
        <CodeField
          {...form.register('otp')}
          label={t('One-time code')}
          error={form.formState.errors.otp?.message}
          autoFocus
          onComplete={() => void handleSubmit()}
        />
        <Button type="submit" size="large" isBusy={submit.isBusy}>
          {t('Submit OTP')}
        </Button>
      </form>
      <div className="step-links">
        <ResendCode initialSeconds={sent.resendInSeconds} resend={resend} />
        <Button variant="link" onClick={onRestart}>
          {t('Use a different account')}
        </Button>
      </div>
    </CardPage>
  )
}
