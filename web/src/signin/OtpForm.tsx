import * as field from '@gatehouse/contract/fields.ts'
import { identifierField } from '@gatehouse/contract/identifier.ts'
import { consumeLogInOtpEmail, resendLogInOtp } from '@gatehouse/contract/signin.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useReducer } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../api.ts'
import { isAboutCode, needsNewSignIn } from '../session/code-errors.ts'
import { ResendCode } from '../session/ResendCode.tsx'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { useAction } from '../ui/use-action.ts'
import { CodeDelivery } from './CodeDelivery.tsx'
import { useFinishSignIn } from './use-finish-sign-in.ts'

const codeForm = z.object({ otp: field.otp() })

/** A code that was sent; `identifier` is empty where the browser's cookie alone says whose it is. */
export type WaitingCode = { identifier: string; sentTo: string; resendInSeconds: number }

type Props = { code: WaitingCode; onRestart: () => void }

export function OtpForm({ code: { identifier, resendInSeconds }, onRestart }: Props) {
  const { t } = useTranslation()
  const finish = useFinishSignIn()
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { otp: '' } })
  const submit = useAction(async ({ otp }: z.output<typeof codeForm>) => {
    const whose = identifier === '' ? {} : identifierField(identifier)
    const { next } = await call(consumeLogInOtpEmail, { ...whose, otp })
    await finish(next)
  })
  const [codes, countCode] = useReducer((count: number) => count + 1, 1)
  const resend = async () => {
    const answer = await call(resendLogInOtp, {})
    countCode()
    // What was wrong with the former code says nothing about the new one.
    submit.clear()
    return answer
  }
  const handleSubmit = form.handleSubmit(submit.run, submit.clear)

  useEffect(() => {
    if (submit.error) form.setFocus('otp', { shouldSelect: true })
  }, [submit.error, form])

  return (
    <>
      <form className="form" method="post" noValidate onSubmit={handleSubmit}>
        <CodeDelivery key={codes} />
        {/* Tells password managers which account the code belongs to. */}
        {identifier !== '' && <input hidden readOnly name="username" autoComplete="username" value={identifier} />}
        <CodeField
          {...form.register('otp')}
          label={t('One-time code')}
          error={form.formState.errors.otp?.message}
          isRefused={isAboutCode(submit.error)}
          autoFocus
          onComplete={() => void handleSubmit()}
        />
        <FormEnd
          error={submit.error}
          takesFocus={false}
          wayOut={
            needsNewSignIn(submit.error) && (
              <Button variant="link" onClick={onRestart}>
                {t('Sign in again')}
              </Button>
            )
          }
        >
          <Button type="submit" size="large" isBusy={submit.isBusy}>
            {t('Submit OTP')}
          </Button>
        </FormEnd>
      </form>
      <div className="step-links">
        <ResendCode initialSeconds={resendInSeconds} resend={resend} />
        <Button variant="link" onClick={onRestart}>
          {t('Use a different account')}
        </Button>
      </div>
    </>
  )
}
