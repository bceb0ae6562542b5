import { identifierField } from '@gatehouse/contract/identifier.ts'
import { type CodeSent, resendLogInOtp } from '@gatehouse/contract/signin.ts'
import { useEffect, useReducer } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { isAboutCode, needsNewSignIn } from '../session/code-errors.ts'
import { OtherWays } from '../session/OtherWays.tsx'
import { ResendCode } from '../session/ResendCode.tsx'
import { StepField } from '../session/StepField.tsx'
import { codeFormOf, giveCode, type Way, type Ways } from '../session/second-step.ts'
import { Button } from '../ui/Button.tsx'
import { Checkbox } from '../ui/Checkbox.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { useAction } from '../ui/use-action.ts'
import { CodeDelivery } from './CodeDelivery.tsx'
import { PasskeySignIn } from './PasskeySignIn.tsx'
import { PasskeyStep } from './PasskeyStep.tsx'
import { useFinishSignIn } from './use-finish-sign-in.ts'

/** A sign-in that waits for a code; `identifier` is empty where the browser's cookie alone says whose it is. */
export type WaitingCode = Ways & { identifier: string; mayRemember: boolean; resendInSeconds: number }

type Props = {
  code: WaitingCode
  way: Way
  onWay: (way: Way) => void
  onMailed: (answer: CodeSent) => void
  onRestart: () => void
}

export function OtpForm({ code, way, onWay, onMailed, onRestart }: Props) {
  const { identifier, mayRemember, resendInSeconds } = code
  const { t } = useTranslation()
  const finish = useFinishSignIn()
  // Without a password nobody learns which account has a passkey: any may be used, as on the page before.
  const isCodeAlone = code.sentTo === '' && code.otherSteps.length === 0
  const form = useForm({ resolver: resolverOf(codeFormOf(way)), defaultValues: { otp: '', rememberBrowser: false } })
  const submit = useAction(async ({ otp, rememberBrowser }: { otp: string; rememberBrowser: boolean }) => {
    const whose = identifier === '' ? {} : identifierField(identifier)
    const { next } = await giveCode(way, otp, whose, rememberBrowser)
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
        {way === 'email' && <CodeDelivery key={codes} />}
        {/* Tells password managers which account the code belongs to. */}
        {identifier !== '' && <input hidden readOnly name="username" autoComplete="username" value={identifier} />}
        {/* Above the code, which is sent as soon as it is complete. */}
        {mayRemember && way !== 'recovery-code' && (
          <Checkbox {...form.register('rememberBrowser')} label={t('Remember this browser for 30 days')} />
        )}
        <StepField
          {...form.register('otp')}
          way={way}
          error={form.formState.errors.otp?.message}
          isRefused={isAboutCode(submit.error)}
          autoFocus
          {...(isCodeAlone && { autoComplete: 'one-time-code webauthn' })}
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
            {way === 'recovery-code' ? t('Continue') : t('Submit OTP')}
          </Button>
        </FormEnd>
        <PasskeyStep
          {...code}
          rememberBrowser={() => form.getValues('rememberBrowser')}
          onTaken={finish}
          onRestart={onRestart}
        />
      </form>
      {isCodeAlone && <PasskeySignIn asked={() => ({})} />}
      <div className="step-links">
        {way === 'email' && <ResendCode initialSeconds={resendInSeconds} resend={resend} />}
        <OtherWays {...code} way={way} onWay={onWay} onMailed={onMailed} />
        <Button variant="link" onClick={onRestart}>
          {t('Use a different account')}
        </Button>
      </div>
    </>
  )
}
