import type { Invitation } from '@gatehouse/contract/admin/people/invitations.ts'
import { useTranslation } from 'react-i18next'
import { formatNumber } from '../../../i18n/format.ts'

/** Which invitations a question is about: the address of one, or how many. */
export function AskedInvitations({ invitations }: { invitations: readonly Invitation[] }) {
  const { t, i18n } = useTranslation()
  const [only, ...others] = invitations
  return (
    <p>
      <strong>
        {only && others.length === 0
          ? only.email
          : t('{{number}} invitations', { number: formatNumber(invitations.length, i18n.language) })}
      </strong>
    </p>
  )
}
