import type { Output } from '@gatehouse/contract/endpoint.ts'
import type { signInWithPasskeyStep } from '@gatehouse/contract/factors/second-step.ts'
import type { CodeSent } from '@gatehouse/contract/signin.ts'
import { KeyRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { canUsePasskeys, loadCeremony } from '../factors/load-ceremony.ts'
import { needsNewSignIn } from '../session/code-errors.ts'
import { useSettings } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'

type Next = Output<typeof signInWithPasskeyStep>['next']

type Props = Pick<CodeSent, 'otherSteps'> & {
  /** Whether this browser is to be remembered; asked when the button is pressed. */
  rememberBrowser?: () => boolean
  onTaken: (next: Next) => Promise<void>
  onRestart: () => void
}

/** A passkey instead of the code. Nothing for people without one, and where the browser knows no passkeys. */
export function PasskeyStep({ otherSteps, rememberBrowser = () => false, onTaken, onRestart }: Props) {
  const { t } = useTranslation()
  const isOffered = canUsePasskeys(useSettings()) && otherSteps.includes('passkey')
  const step = useAction(async () => {
    const { takePasskeyStep } = await loadCeremony()
    await onTaken(await takePasskeyStep(rememberBrowser()))
  })
  if (!isOffered) return null
  return (
    <>
      <Button variant="neutral" size="large" isBusy={step.isBusy} onClick={() => void step.run()}>
        <KeyRound size={18} aria-hidden />
        {t('Use a passkey')}
      </Button>
      <ErrorAlert error={step.error}>
        {needsNewSignIn(step.error) && (
          <Button variant="link" onClick={onRestart}>
            {t('Sign in again')}
          </Button>
        )}
      </ErrorAlert>
    </>
  )
}
