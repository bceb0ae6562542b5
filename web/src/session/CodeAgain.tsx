import * as field from '@gatehouse/contract/fields.ts'
import { type CodeSent, resendLogInOtp } from '@gatehouse/contract/signin.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import { call } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { useAction } from '../ui/use-action.ts'
import { isAboutCode } from './code-errors.ts'
import { OtherWays } from './OtherWays.tsx'
import { ResendCode } from './ResendCode.tsx'
import { firstWay, giveCode, type Way } from './second-step.ts'

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
  const form = useForm({ resolver: zodResolver(codeForm), defaultValues: { otp: '' } })
  const submit = useAction(async ({ otp }: z.output<typeof codeForm>) => {
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
      <CodeField
        {...form.register('otp')}
        label={t('One-time code')}
        hint={
          way === 'email'
            ? t('We sent a code to {{sentTo}}', { sentTo: sent.sentTo })
            : t('Open your authenticator app and enter the code that it shows for this portal.')
        }
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
          {t('Submit OTP')}
        </Button>
      </FormEnd>
    </form>
  )
}
