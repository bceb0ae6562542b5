import type { Authenticator } from '@gatehouse/contract/factors/authenticators.ts'
import { Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { formatMoment } from '../i18n/format.ts'
import { FactorList } from './FactorList.tsx'

type Props = { authenticators: readonly Authenticator[]; actions: (authenticator: Authenticator) => ReactNode }

/** The authenticator apps of a person, with their last use. */
export function AuthenticatorList({ authenticators, actions }: Props) {
  const { t, i18n } = useTranslation()
  const momentOf = (time: string) => formatMoment(new Date(time), new Date(), i18n.language)
  return (
    <FactorList
      factors={authenticators}
      icon={Smartphone}
      details={({ createdAt, lastUsedAt }) => [
        t('Added {{since}}', { since: momentOf(createdAt) }),
        t('Last used {{when}}', { when: momentOf(lastUsedAt) }),
      ]}
      actions={actions}
    />
  )
}
