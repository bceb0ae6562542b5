import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ConfirmationNeeded, type ConfirmationWays, confirmationNeeded } from '../api.ts'
import { ConfirmPerson } from '../factors/ConfirmPerson.tsx'
import { formatSpan } from '../i18n/format-span.ts'
import { lacksFactor } from '../session/confirmation-of.ts'
import { useRefreshSession } from '../session/use-refresh-session.ts'
import { useSession } from '../session/use-session.ts'

/** Over whatever is open: has the person confirm who they are when a call needs a more recent sign-in. */
export function Confirmation() {
  const { t, i18n } = useTranslation()
  const { lacksStrongSignIn } = useSession()
  const refreshSession = useRefreshSession()
  const [ways, setWays] = useState<ConfirmationWays | null>(null)
  const asked = useRef<PromiseWithResolvers<boolean> | null>(null)

  useEffect(() => {
    function handleNeeded(event: Event) {
      const needed = event as ConfirmationNeeded
      // Nothing to confirm with: the caller says what to do.
      if (lacksFactor(needed.ways)) return
      asked.current ??= Promise.withResolvers()
      needed.confirmed = asked.current.promise
      setWays(needed.ways)
    }
    confirmationNeeded.addEventListener('needed', handleNeeded)
    return () => confirmationNeeded.removeEventListener('needed', handleNeeded)
  }, [])

  function handleDone(isConfirmed: boolean) {
    setWays(null)
    // A stronger sign-in has given them.
    if (isConfirmed && lacksStrongSignIn) void refreshSession()
    asked.current?.resolve(isConfirmed)
    asked.current = null
  }

  if (ways === null) return null
  const reason = ways.needsPasskey
    ? t('Use a passkey. A password with a code is not enough.')
    : ways.needsStrong
      ? t('Use a passkey or the code of your authenticator app. A code by email is not enough.')
      : t('This needs a sign-in that is at most {{time}} old.', { time: formatSpan(ways.minutes * 60, i18n.language) })
  return <ConfirmPerson {...ways} isByPasskey={ways.needsPasskey} reason={reason} onDone={handleDone} />
}
