import type { OwnCode } from '@gatehouse/contract/own-code.ts'
import { requestPhoneCode } from '@gatehouse/contract/phone-proof.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { ResendCode } from '../session/ResendCode.tsx'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { type GivesCode, useOwnCode } from './use-own-code.ts'

type Props = {
  phoneNumber: string
  sent: OwnCode
  onSubmit: GivesCode
}

/** The code that was sent to one's phone. */
export function PhoneCodeForm({ phoneNumber, sent, onSubmit }: Props) {
  const { t } = useTranslation()
  const { submit, handleSubmit, resend, field } = useOwnCode(onSubmit, () => call(requestPhoneCode, {}))
  return (
    <>
      <form className="form" method="post" noValidate onSubmit={handleSubmit}>
        <CodeField {...field} label={t('Code from the SMS to {{phoneNumber}}', { phoneNumber })} autoFocus />
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
