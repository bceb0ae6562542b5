import { confirmPhone } from '@gatehouse/contract/phone-proof.ts'
import { zodResolver } from '@hookform/resolvers/zod'
import { useEffect, useState } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'

type Props = {
  phoneNumber: string
  resendInSeconds: number
  onSubmit: (otp: string) => Promise<void>
  onResend: () => Promise<void>
}

/** The code that was sent to one's phone. */
export function PhoneCodeForm({ phoneNumber, resendInSeconds, onSubmit, onResend }: Props) {
  const { t } = useTranslation()
  const form = useForm({ resolver: zodResolver(confirmPhone.request), defaultValues: { otp: '' } })
  const submit = useAction(({ otp }: { otp: string }) => onSubmit(otp))
  const [sends, setSends] = useState(1)
  const canResend = useWait(resendInSeconds, sends)

  useEffect(() => {
    if (submit.error) form.setFocus('otp', { shouldSelect: true })
  }, [submit.error, form])

  async function handleResend() {
    await onResend()
    setSends((count) => count + 1)
  }

  return (
    <form className="form" method="post" noValidate onSubmit={form.handleSubmit(submit.run)}>
      <ErrorAlert error={submit.error} takesFocus={false} />
      <CodeField
        {...form.register('otp')}
        label={t('Code from the SMS to {{phoneNumber}}', { phoneNumber })}
        error={form.formState.errors.otp?.message}
        autoFocus
      />
      <div className="phone-proof-buttons">
        <Button type="submit" isBusy={submit.isBusy}>
          {t('Confirm number')}
        </Button>
        <Button variant="quiet" isIdle={!canResend} onClick={handleResend}>
          {t('Send a new code')}
        </Button>
      </div>
    </form>
  )
}

/** True once these seconds have passed since the last code. */
function useWait(seconds: number, sends: number): boolean {
  const [waited, setWaited] = useState(0)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(sends), seconds * 1000)
    return () => clearTimeout(timer)
  }, [seconds, sends])
  return waited === sends
}
