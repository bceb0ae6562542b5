import type { OwnCode } from '@gatehouse/contract/own-code.ts'
import { confirmPhoneChange } from '@gatehouse/contract/own-contact.ts'
import { confirmPhone, getOwnPhone, type OwnPhone, requestPhoneCode } from '@gatehouse/contract/phone-proof.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { Button } from '../ui/Button.tsx'
import { ErrorAlert } from '../ui/ErrorAlert.tsx'
import { Spinner } from '../ui/Spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import '../ui/status-badge.css'
import { useToasts } from '../ui/use-toasts.ts'
import { ChangeContact } from './ChangeContact.tsx'
import { PhoneCodeForm } from './PhoneCodeForm.tsx'
import './phone-proof.css'

const KEY = ['own-phone']

/** One's own phone number, and the proof that it is one's own. */
export function PhoneProof() {
  const { t } = useTranslation()
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: () => call(getOwnPhone, {}),
    staleTime: 0,
  })
  return (
    <section className="phone-proof" aria-labelledby="phone-proof-heading">
      <h2 id="phone-proof-heading">{t('Phone number')}</h2>
      {error && (
        <ErrorAlert error={error} takesFocus={false}>
          <Button variant="link" onClick={() => void refetch()}>
            {t('Retry')}
          </Button>
        </ErrorAlert>
      )}
      {!data && !error && <Spinner size={20} />}
      {data && <Proof phone={data} />}
    </section>
  )
}

function Proof({ phone: { phoneNumber, isConfirmed, canSend } }: { phone: OwnPhone }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [sent, setSent] = useState<OwnCode | null>(null)
  const sending = useAction(async () => setSent(await call(requestPhoneCode, {})))

  async function handleCode(otp: string) {
    cache.setQueryData(KEY, await call(confirmPhone, { otp }))
    toasts.success(t(confirmPhone.message))
  }

  if (phoneNumber === '')
    return (
      <>
        <p>{t('Your account has no phone number.')}</p>
        <ChangeNumber />
      </>
    )
  return (
    <>
      <p className="phone-proof-number">
        <span>{phoneNumber}</span>
        <span className={`status-badge status-badge-${isConfirmed ? 'success' : 'warning'}`}>
          {isConfirmed ? t('Confirmed') : t('Not confirmed')}
        </span>
      </p>
      <p>
        {isConfirmed
          ? t('You can sign in with this number and receive sign-in codes there by SMS.')
          : t('Until you confirm this number, you cannot sign in with it or receive sign-in codes there.')}
      </p>
      <ErrorAlert error={sending.error} takesFocus={false} />
      {!isConfirmed && !canSend && (
        <p>{t('This number cannot be confirmed now because no SMS gateway is set up. Ask your administrator.')}</p>
      )}
      {!isConfirmed && canSend && sent === null && (
        <Button variant="neutral" isBusy={sending.isBusy} onClick={sending.run}>
          {t('Send code')}
        </Button>
      )}
      {!isConfirmed && sent !== null && <PhoneCodeForm phoneNumber={phoneNumber} sent={sent} onSubmit={handleCode} />}
      {sent === null && <ChangeNumber />}
    </>
  )
}

/** Offers another number, which is proved by a code. */
function ChangeNumber() {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const [isAsked, setIsAsked] = useState(false)

  function handleChanged() {
    setIsAsked(false)
    toasts.success(t(confirmPhoneChange.message))
    void cache.invalidateQueries({ queryKey: KEY })
  }

  return (
    <>
      <Button variant="neutral" onClick={() => setIsAsked(true)}>
        {t('Change the phone number')}
      </Button>
      {isAsked && <ChangeContact kind="phone" onChanged={handleChanged} onClose={() => setIsAsked(false)} />}
    </>
  )
}
