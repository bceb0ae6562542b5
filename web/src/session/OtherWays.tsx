import { type CodeSent, resendLogInOtp } from '@gatehouse/contract/signin.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'
import type { Way, Ways } from './second-step.ts'

type Props = Ways & {
  way: Way
  onWay: (way: Way) => void
  /** A code was asked for; its `sentTo` is empty when none can be sent any more. */
  onMailed: (answer: CodeSent) => void
}

/** The other ways to take the second step. */
export function OtherWays({ sentTo, otherSteps, way, onWay, onMailed }: Props) {
  const { t } = useTranslation()
  const mail = useAction(async () => onMailed(await call(resendLogInOtp, {})))
  return (
    <>
      {way !== 'email' && sentTo === '' && (
        <Button variant="link" isBusy={mail.isBusy} onClick={() => void mail.run()}>
          {t('Send a code by email')}
        </Button>
      )}
      {way !== 'email' && sentTo !== '' && (
        <Button variant="link" onClick={() => onWay('email')}>
          {t('Use the code from the email')}
        </Button>
      )}
      {way !== 'authenticator' && otherSteps.includes('authenticator') && (
        <Button variant="link" onClick={() => onWay('authenticator')}>
          {t('Use your authenticator app')}
        </Button>
      )}
      {way !== 'recovery-code' && otherSteps.includes('recovery-code') && (
        <Button variant="link" onClick={() => onWay('recovery-code')}>
          {t('Use a recovery code')}
        </Button>
      )}
      <ErrorAlert error={mail.error} />
    </>
  )
}
