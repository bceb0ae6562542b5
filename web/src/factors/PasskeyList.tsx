import type { Passkey } from '@gatehouse/contract/factors/passkeys.ts'
import { KeyRound } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../i18n/format.ts'
import { FactorList } from './FactorList.tsx'

type Props = { passkeys: readonly Passkey[]; actions: (passkey: Passkey) => ReactNode }

/** The passkeys of a person, with their last use. */
export function PasskeyList({ passkeys, actions }: Props) {
  const { t, i18n } = useTranslation()
  const momentOf = (time: string) => formatMoment(new Date(time), new Date(), i18n.language)
  return (
    <FactorList
      factors={passkeys}
      icon={KeyRound}
      details={({ isSynced, isSuspected, createdAt, lastUsedAt }) => [
        ...(isSuspected ? [t('Refused: it may have been copied')] : []),
        t('Added {{since}}', { since: momentOf(createdAt) }),
        lastUsedAt ? t('Last used {{when}}', { when: momentOf(lastUsedAt) }) : t('Not used yet'),
        isSynced ? t('On all devices of an account') : t('On one device'),
      ]}
      actions={actions}
    />
  )
}
