import type { OwnCode } from '@gatehouse/contract/own-code.ts'
import { confirmEmailChange } from '@gatehouse/contract/own-contact.ts'
import { useEffect } from 'react'
import { useForm } from 'react-hook-form'
import { useTranslation } from 'react-i18next'
import { isAboutCode } from '../session/code-errors.ts'
import { ResendCode } from '../session/ResendCode.tsx'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { resolverOf } from '../ui/resolver-of.ts'
import { useAction } from '../ui/use-action.ts'

type Props = {
  to: string
  code: OwnCode
  resend: () => Promise<OwnCode>
  onSubmit: (otp: string) => Promise<void>
  onRestart: () => void
}

/** The code that was sent to a new address or number. */
export function NewContactCode({ to, code, resend, onSubmit, onRestart }: Props) {
  const { t } = useTranslation()
  const form = useForm({ resolver: resolverOf(confirmEmailChange.request), defaultValues: { otp: '' } })
  const submit = useAction(({ otp }: { otp: string }) => onSubmit(otp))
  const handleSubmit = form.handleSubmit(submit.run, submit.clear)

  useEffect(() => {
    if (submit.error) form.setFocus('otp', { shouldSelect: true })
  }, [submit.error, form])

  async function resendCode() {
    const answer = await resend()
    // What was wrong with the former code says nothing about the new one.
    submit.clear()
    return answer
  }

  return (
    <form className="form" method="post" noValidate onSubmit={handleSubmit}>
      <CodeField
        {...form.register('otp')}
        label={t('Code sent to {{to}}', { to })}
        error={form.formState.errors.otp?.message}
        isRefused={isAboutCode(submit.error)}
        onComplete={() => void handleSubmit()}
        autoFocus
      />
      <ResendCode initialSeconds={code.resendInSeconds} isSent={code.isSent} resend={resendCode} />
      <FormEnd error={submit.error} takesFocus={false}>
        <Button variant="neutral" onClick={onRestart}>
          {t('Back')}
        </Button>
        <Button type="submit" isBusy={submit.isBusy}>
          {t('Confirm')}
        </Button>
      </FormEnd>
    </form>
  )
}
