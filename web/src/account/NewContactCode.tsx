import type { OwnCode } from '@gatehouse/contract/own-code.ts'
import { useTranslation } from 'react-i18next'
import { ResendCode } from '../session/ResendCode.tsx'
import { Button } from '../ui/Button.tsx'
import { CodeField } from '../ui/CodeField.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { type AsksForCode, type GivesCode, useOwnCode } from './use-own-code.ts'

type Props = {
  to: string
  code: OwnCode
  ask: AsksForCode
  onSubmit: GivesCode
  onRestart: () => void
}

/** The code that was sent to a new address or number. */
export function NewContactCode({ to, code, ask, onSubmit, onRestart }: Props) {
  const { t } = useTranslation()
  const { submit, handleSubmit, resend, field } = useOwnCode(onSubmit, ask)
  return (
    <form className="form" method="post" noValidate onSubmit={handleSubmit}>
      <CodeField {...field} label={t('Code sent to {{to}}', { to })} autoFocus />
      <ResendCode initialSeconds={code.resendInSeconds} isSent={code.isSent} resend={resend} />
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
