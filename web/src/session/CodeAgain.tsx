import { type CodeSent, resendLogInOtp } from '@gatehouse/contract/signin.ts'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { useAction } from '../ui/use-action.ts'
import { isAboutCode } from './code-errors.ts'
import { OtherWays } from './OtherWays.tsx'
import { ResendCode } from './ResendCode.tsx'
import { StepField } from './StepField.tsx'
import { codeFormOf, firstWay, giveCode, type Way, wayWords } from './second-step.ts'

type Props = {
  email: string
  /** Why the session could not be opened, where that is known otherwise. */
  error: unknown
  sent: CodeSent
  onSignedIn: () => Promise<void>
  onRestart: () => void
}

/** Step two of signing in again. */
export function CodeAgain({ sent: begun, ...props }: Props) {
  const [sent, setSent] = useState(begun)
  const [way, setWay] = useState(() => firstWay(begun))
  const handleMailed = (answer: CodeSent) => {
    if (answer.sentTo === '') return props.onRestart()
    setSent(answer)
    setWay('email')
  }
  return <CodeForm key={way} {...props} sent={sent} way={way} onWay={setWay} onMailed={handleMailed} />
}

type FormProps = Props & { way: Way; onWay: (way: Way) => void; onMailed: (answer: CodeSent) => void }

function CodeForm({ email, error, sent, way, onSignedIn, onRestart, ...ways }: FormProps) {
  const { t } = useTranslation()
  const form = useForm({ resolver: resolverOf(codeFormOf(way)), defaultValues: { otp: '', rememberBrowser: false } })
  const submit = useAction(async ({ otp }: { otp: string }) => {
    await giveCode(way, otp, { email })
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
      <StepField
        {...form.register('otp')}
        way={way}
        hint={way === 'email' ? t('We sent a code to {{sentTo}}', { sentTo: sent.sentTo }) : t(wayWords[way].lead)}
        error={form.formState.errors.otp?.message}
        isRefused={isAboutCode(submit.error)}
        onComplete={() => void handleSubmit()}
      />
      <div className="step-links">
        {way === 'email' && <ResendCode initialSeconds={sent.resendInSeconds} resend={resend} />}
        <OtherWays {...sent} way={way} {...ways} />
      </div>
      <FormEnd error={submit.error ?? error} takesFocus={false}>
        <Button variant="neutral" onClick={onRestart}>
          {t('Back')}
        </Button>
        <Button type="submit" isBusy={submit.isBusy}>
          {way === 'recovery-code' ? t('Continue') : t('Submit OTP')}
        </Button>
      </FormEnd>
    </form>
  )
}
