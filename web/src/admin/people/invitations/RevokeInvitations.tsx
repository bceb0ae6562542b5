import { type Invitation, revokeInvitations } from '@gatehouse/contract/admin/people/invitations.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { formatNumber } from '../../../i18n/format.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useAction } from '../../../ui/use-action.ts'
import { useToasts } from '../../../ui/use-toasts.ts'
import { AskedInvitations } from './AskedInvitations.tsx'

type Props = { invitations: readonly Invitation[]; onDone: () => void; onClose: () => void }

/** Asks before invitations are revoked. */
export function RevokeInvitations({ invitations, onDone, onClose }: Props) {
  const { t, i18n } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const revoking = useAction(
    async () => {
      const { revoked } = await call(revokeInvitations, { ids: invitations.map(({ _id }) => _id) })
      toasts.success(
        t('{{number}} invitations revoked', { number: formatNumber(revoked, i18n.language), count: revoked }),
      )
      void cache.invalidateQueries({ queryKey: ['invitations'] })
    },
    () => {
      onDone()
      onClose()
    },
  )
  return (
    <ConfirmDialog
      title={t('Revoke?')}
      confirmLabel={t('Revoke')}
      keepLabel={t('Keep')}
      tone="danger"
      isBusy={revoking.isBusy}
      error={revoking.error}
      onConfirm={() => void revoking.run()}
      onClose={onClose}
    >
      <AskedInvitations invitations={invitations} />
      <p>{t('The links no longer work. Nobody gets a message about it.')}</p>
    </ConfirmDialog>
  )
}
