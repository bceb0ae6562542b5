import type { Passkey } from '@gatehouse/contract/factors/passkeys.ts'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../i18n/format.ts'
import './passkey-list.css'

type Props = {
  passkeys: readonly Passkey[]
  /** What can be done with one. */
  actions: (passkey: Passkey) => ReactNode
}

/** The passkeys of a person, with their last use. */
export function PasskeyList({ passkeys, actions }: Props) {
  const { t, i18n } = useTranslation()
  const momentOf = (time: string) => formatMoment(new Date(time), new Date(), i18n.language)
  return (
    <ul className="passkeys">
      {passkeys.map((passkey) => {
        const { _id, name, isSynced, createdAt, lastUsedAt } = passkey
        return (
          <li key={_id}>
            <KeyRound size={22} aria-hidden />
            <div className="passkeys-text">
              <p className="passkeys-name">{name}</p>
              <p className="passkeys-detail">
                <span>{t('Added {{since}}', { since: momentOf(createdAt) })}</span>
                <span>{lastUsedAt ? t('Last used {{when}}', { when: momentOf(lastUsedAt) }) : t('Not used yet')}</span>
                <span>{isSynced ? t('On all devices of an account') : t('On one device')}</span>
              </p>
            </div>
            <div className="passkeys-actions">{actions(passkey)}</div>
          </li>
        )
      })}
    </ul>
  )
}
