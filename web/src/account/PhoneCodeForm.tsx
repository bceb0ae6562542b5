import type { OwnCode } from '@gatehouse/contract/own-code.ts'
import { confirmPhone, requestPhoneCode } from '@gatehouse/contract/phone-proof.ts'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { isAboutCode } from '../session/code-errors.ts'
import { ResendCode } from '../session/ResendCode.tsx'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { useAction } from '../ui/use-action.ts'

type Props = {
  phoneNumber: string
  sent: OwnCode
  onSubmit: (otp: string) => Promise<void>
}

/** The code that was sent to one's phone. */
export function PhoneCodeForm({ phoneNumber, sent, onSubmit }: Props) {
  const { t } = useTranslation()
  const form = useForm({ resolver: resolverOf(confirmPhone.request), defaultValues: { otp: '' } })
  const submit = useAction(({ otp }: { otp: string }) => onSubmit(otp))
  const handleSubmit = form.handleSubmit(submit.run, submit.clear)

  useEffect(() => {
    if (submit.error) form.setFocus('otp', { shouldSelect: true })
  }, [submit.error, form])

  async function resend() {
    const answer = await call(requestPhoneCode, {})
    // What was wrong with the former code says nothing about the new one.
    submit.clear()
    return answer
  }

  return (
    <>
      <form className="form" method="post" noValidate onSubmit={handleSubmit}>
        <CodeField
          {...form.register('otp')}
          label={t('Code from the SMS to {{phoneNumber}}', { phoneNumber })}
          error={form.formState.errors.otp?.message}
          isRefused={isAboutCode(submit.error)}
          onComplete={() => void handleSubmit()}
          autoFocus
        />
        <FormEnd error={submit.error} takesFocus={false}>
          <Button type="submit" isBusy={submit.isBusy}>
            {t('Confirm number')}
          </Button>
        </FormEnd>
      </form>
      <ResendCode initialSeconds={sent.resendInSeconds} isSent={sent.isSent} resend={resend} />
    </>
  )
}
