import type { endStandIn } from '@gatehouse/contract/admin/people/stand-ins.ts'
import type { endOwnStandIn, OwnStandIn } from '@gatehouse/contract/stand-ins.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { useToasts } from '../ui/use-toasts.ts'

type Props = {
  endpoint: typeof endOwnStandIn | typeof endStandIn
  standIn: Pick<OwnStandIn, '_id' | 'lender' | 'standIn'>
  onClose: () => void
}

/** Asks before a stand-in ends. */
export function EndStandIn({ endpoint, standIn: { _id, lender, standIn }, onClose }: Props) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const ending = useAction(async () => {
    await call(endpoint, { standInId: _id })
    toasts.success(t(endpoint.message))
    void cache.invalidateQueries()
  }, onClose)
  return (
    <ConfirmDialog
      title={t('End the stand-in?')}
      confirmLabel={t('End')}
      isBusy={ending.isBusy}
      error={ending.error}
      onConfirm={() => void ending.run()}
      onClose={onClose}
    >
      <p>
        {t('{{standIn}} no longer approves documents for {{lender}}. Both get a message.', {
          standIn: standIn.name,
          lender: lender.name,
        })}
      </p>
    </ConfirmDialog>
  )
}
