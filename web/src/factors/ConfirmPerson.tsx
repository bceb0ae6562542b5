import { type CodeSent, login } from '@gatehouse/contract/signin.ts'
import { useLocation } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { renewHandshakeOf } from '../handshake.ts'
import { CodeAgain } from '../session/CodeAgain.tsx'
import { PasswordAgain } from '../session/PasswordAgain.tsx'
import { useLeave } from '../session/use-leave.ts'
import { useSession, useSettings } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { FormEnd } from '../ui/FormEnd.tsx'
import { useAction } from '../ui/use-action.ts'
import { canUsePasskeys, loadCeremony } from './load-ceremony.ts'

type Props = {
  /** Why, in the language of the page. */
  reason: string
  /** What the person can confirm with. */
  hasPassword: boolean
  hasPasskey: boolean
  /** Nothing but a passkey is enough. */
  isByPasskey?: boolean
  onDone: (isConfirmed: boolean) => void
}

/** The signed-in person proves again who they are, before a sensitive call. */
export function ConfirmPerson({ reason, hasPassword, hasPasskey, isByPasskey = false, onDone }: Props) {
  const { t } = useTranslation()
  const session = useSession()
  const settings = useSettings()
  const { email } = session.user
  const [sent, setSent] = useState<CodeSent | null>(null)
  // The session has a new secret.
  const renew = () => renewHandshakeOf(session)
  const handleConfirmed = () => onDone(true)
  const finish = useAction(renew, handleConfirmed)
  const passkey = useAction(async () => {
    const { confirmByPasskey } = await loadCeremony()
    await confirmByPasskey()
    return renew()
  }, handleConfirmed)
  const handleClose = () => onDone(false)
  const offersPasskey = hasPasskey && sent === null && canUsePasskeys(settings)

  return (
    <Dialog title={t('Confirm that it is you')} onClose={handleClose}>
      <div className="form">
        <p>{reason}</p>
        {offersPasskey && (
          <>
            <ErrorAlert error={passkey.error} />
            <Button variant="neutral" data-first isBusy={passkey.isBusy} onClick={() => void passkey.run()}>
              <KeyRound size={18} aria-hidden />
              {t('Use a passkey')}
            </Button>
          </>
        )}
        {sent && (
          <CodeAgain
            email={email}
            error={finish.error}
            sent={sent}
            onSignedIn={finish.run}
            onRestart={() => setSent(null)}
          />
        )}
        {isByPasskey && <PasskeyAlone isOffered={offersPasskey} onClose={handleClose} />}
        {!sent && hasPassword && !isByPasskey && (
          <PasswordAgain
            email={email}
            hasOtherWays={false}
            error={finish.error}
            onPassword={async (password) => setSent(await call(login, { email, password, secondStep: true }))}
            onClose={handleClose}
          />
        )}
        {!hasPassword && !isByPasskey && <SignInAnew onClose={handleClose} />}
      </div>
    </Dialog>
  )
}

/** What else somebody can do who cannot use a passkey here. */
function PasskeyAlone({ isOffered, onClose }: { isOffered: boolean; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <>
      {!isOffered && <p>{t('This browser cannot use passkeys here. Use another browser or device.')}</p>}
      <p>
        {t(
          'Is the passkey lost? Sign in with a recovery code and add another one, or ask an administrator to remove the lost one.',
        )}
      </p>
      <FormEnd>
        <Button variant="neutral" onClick={onClose}>
          {t('Not now')}
        </Button>
      </FormEnd>
    </>
  )
}

/** For a person without a password. */
function SignInAnew({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation()
  const { href } = useLocation()
  const leave = useAction(useLeave({ returnTo: href, isHeld: true }))
  return (
    <FormEnd error={leave.error}>
      <Button variant="neutral" onClick={onClose}>
        {t('Not now')}
      </Button>
      <Button isBusy={leave.isBusy} onClick={() => void leave.run()}>
        {t('Sign in again')}
      </Button>
    </FormEnd>
  )
}
