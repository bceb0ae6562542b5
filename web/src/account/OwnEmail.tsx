import { confirmEmailChange } from '@gatehouse/contract/own-contact.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useRefreshSession } from '../session/use-refresh-session.ts'
import { useSession } from '../session/use-session.ts'
import { Button } from '../ui/Button.tsx'
import { useToasts } from '../ui/use-toasts.ts'
import { ChangeContact } from './ChangeContact.tsx'
import './phone-proof.css'

/** One's own email address, and its change. */
export function OwnEmail() {
  const { t } = useTranslation()
  const { user } = useSession()
  const refreshSession = useRefreshSession()
  const toasts = useToasts()
  const [isAsked, setIsAsked] = useState(false)

  function handleChanged() {
    setIsAsked(false)
    toasts.success(t(confirmEmailChange.message))
    void refreshSession()
  }

  return (
    <section className="phone-proof" aria-labelledby="own-email-heading">
      <h2 id="own-email-heading">{t('Email address')}</h2>
      <p className="phone-proof-number">
        <span>{user.email}</span>
      </p>
      <p>{t('You sign in with it, and codes and messages go there.')}</p>
      <Button variant="neutral" onClick={() => setIsAsked(true)}>
        {t('Change the email address')}
      </Button>
      {isAsked && <ChangeContact kind="email" onChanged={handleChanged} onClose={() => setIsAsked(false)} />}
    </section>
  )
}
