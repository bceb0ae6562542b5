import { endApplicationSessions, type OwnApplication } from '@gatehouse/contract/own-access.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { call } from '../api.ts'
import { ConfirmDialog } from '../ui/ConfirmDialog.tsx'
import { useAction } from '../ui/use-action.ts'
import { useToasts } from '../ui/use-toasts.ts'

/** Asks before the sessions in one application end. */
export function EndApplicationSessions({ application, onClose }: { application: OwnApplication; onClose: () => void }) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const toasts = useToasts()
  const { _id: applicationId, name, isNotified } = application
  const ending = useAction(async () => {
    await call(endApplicationSessions, { applicationId })
    toasts.success(t('Your sessions in {{name}} are ended.', { name }))
    void cache.invalidateQueries()
  }, onClose)
  return (
    <ConfirmDialog
      title={t('End your sessions in {{name}}?', { name })}
      confirmLabel={t('End your sessions')}
      tone="danger"
      isBusy={ending.isBusy}
      error={ending.error}
      onConfirm={ending.run}
      onClose={onClose}
    >
      <p>
        {t('What it may read about you ends at once, in all your sessions. You stay signed in to the portal.')}{' '}
        {isNotified
          ? t('It is notified, so that it signs you out.')
          : t('The portal cannot notify it: sign out in the application, too.')}
      </p>
    </ConfirmDialog>
  )
}
