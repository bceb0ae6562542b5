import { listPasskeys } from '@gatehouse/contract/factors/passkeys.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { KeyRound } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { noteDeclined } from './declined-offer.ts'
import './passkey-offer.css'

/**
 * Offers a passkey to somebody who has none. It can be left alone or declined; declined, it does not come back in this
 * browser.
 */
export function PasskeyOffer() {
  const { t } = useTranslation()
  const { user } = useSession()
  const [isDeclined, setDeclined] = useState(false)
  // Without an answer nothing is offered: an offer is not worth an error.
  const { data: own } = useQuery({ queryKey: ['passkeys'], queryFn: () => call(listPasskeys, {}), retry: false })
  if (isDeclined || own === undefined || own.length > 0) return null

  function handleDecline() {
    noteDeclined(user._id)
    setDeclined(true)
  }

  return (
    <section className="passkey-offer" aria-labelledby="passkey-offer">
      <KeyRound size={22} aria-hidden />
      <div className="passkey-offer-text">
        <h2 id="passkey-offer">{t('Sign in without password and code')}</h2>
        <p>{t('A passkey signs you in with the PIN, fingerprint or face that unlocks this device.')}</p>
      </div>
      <div className="passkey-offer-actions">
        <Button variant="link" onClick={handleDecline}>
          {t('Not now')}
        </Button>
        <Link to="/dashboard/signInMethods" className="button button-neutral">
          {t('Set up a passkey')}
        </Link>
      </div>
    </section>
  )
}
