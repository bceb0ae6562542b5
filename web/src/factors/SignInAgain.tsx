import { fullName } from '@gatehouse/contract/people.ts'
import { getSession } from '@gatehouse/contract/session.ts'
import { type CodeSent, login } from '@gatehouse/contract/signin.ts'
import { KeyRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, checkPerson } from '../api.ts'
import type { Handshake } from '../handshake.ts'
import { CodeAgain } from '../session/CodeAgain.tsx'
import { noticeOf } from '../session/end-reasons.ts'
import { PasswordAgain } from '../session/PasswordAgain.tsx'
import { useSession, useSettings } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { Dialog } from '../ui/Dialog.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { useAction } from '../ui/use-action.ts'
import { canUsePasskeys, loadCeremony } from './load-ceremony.ts'

type Props = {
  /** Another tab has signed out: the cookie is gone by which the server would know. */
  isLogout: boolean
  /** `isSignedIn` is false when the person has put it off. */
  onDone: (isSignedIn: boolean) => void
}

/** Over a form whose session has ended: the same person signs in again, and nothing that was typed is lost. */
export function SignInAgain({ isLogout, onDone }: Props) {
  const { t } = useTranslation()
  const session = useSession()
  const settings = useSettings()
  const { email, firstName, lastName } = session.user
  const [sent, setSent] = useState<CodeSent | null>(null)
  const [notice, setNotice] = useState('')
  const handleAnswer = (renewed: Handshake) => renewed.session && onDone(true)
  // Where somebody else has signed in meanwhile, another message takes the place of this one.
  const renew = () => checkPerson(session)
  // Apart from each other: who comes back and signs in at once must not wait for an answer from before.
  const look = useAction(renew, handleAnswer)
  const finish = useAction(renew, handleAnswer)
  const passkey = useAction(async () => {
    const { signInByPasskey } = await loadCeremony()
    await signInByPasskey(() => ({}))
    return renew()
  }, handleAnswer)
  const handleDone = () => onDone(false)
  const offersPasskey = session.hasPasskey && canUsePasskeys(settings)

  useEffect(() => {
    const unknown = isLogout ? 'logout' : null
    void call(getSession, {}).then(
      ({ endReason }) => setNotice(noticeOf(endReason ?? unknown)),
      () => setNotice(noticeOf(unknown)),
    )
  }, [isLogout])

  // They may have signed in in another tab: with a passkey, or by code alone.
  useEffect(() => {
    const handleReturn = () => void look.run()
    window.addEventListener('focus', handleReturn)
    return () => window.removeEventListener('focus', handleReturn)
  })

  return (
    <Dialog title={t('Sign in again')} onClose={handleDone}>
      <div className="form">
        {notice && <p>{t(notice)}</p>}
        <p>
          {t('What you entered is still here. Sign in as {{name}} ({{email}}) to continue.', {
            name: fullName({ firstName, lastName }),
            email,
          })}
        </p>
        {sent ? (
          <CodeAgain
            email={email}
            error={finish.error ?? look.error}
            sent={sent}
            onSignedIn={finish.run}
            onRestart={() => setSent(null)}
          />
        ) : (
          <>
            {offersPasskey && (
              <>
                <ErrorAlert error={passkey.error} />
                <Button variant="neutral" isBusy={passkey.isBusy} onClick={() => void passkey.run()}>
                  <KeyRound size={18} aria-hidden />
                  {t('Sign in with a passkey')}
                </Button>
              </>
            )}
            <PasswordAgain
              email={email}
              error={finish.error ?? look.error}
              onPassword={async (password) => {
                const begun = await call(login, { email, password })
                finish.clear()
                look.clear()
                if (begun.signedIn) return finish.run()
                setSent(begun)
              }}
              onClose={handleDone}
            />
          </>
        )}
      </div>
    </Dialog>
  )
}
