import { useEffect, useState } from 'react'
import { useSession, useSettings } from '../session/use-session.ts'
import { hasDeclined } from './declined-offer.ts'
import { canUsePasskeys } from './load-ceremony.ts'

/** Whether this device can verify a person by PIN, finger or face, and the person has not declined a passkey here. */
export function usePasskeyOffer(): boolean {
  const { user } = useSession()
  const isPossible = canUsePasskeys(useSettings()) && !hasDeclined(user._id)
  const [isOffered, setOffered] = useState(false)
  useEffect(() => {
    if (!isPossible) return
    // Old browsers know passkeys on separate keys only.
    void PublicKeyCredential.isUserVerifyingPlatformAuthenticatorAvailable?.().then(setOffered, () => undefined)
  }, [isPossible])
  return isOffered
}
