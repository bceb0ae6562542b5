import { endSuspension, type Suspension } from '@gatehouse/contract/admin/people/suspensions.ts'
import { useTranslation } from 'react-i18next'
import { call } from '../../../api.ts'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useAction } from '../../../ui/use-action.ts'

type Props = { userId: string; suspension: Suspension; onEnded: () => void; onClose: () => void }

export function EndSuspension({ userId, suspension: { hasBegun }, onEnded, onClose }: Props) {
  const { t } = useTranslation()
  const end = useAction(async () => {
    await call(endSuspension, { userId })
    onEnded()
  })
  return (
    <ConfirmDialog
      title={t('End the suspension?')}
      confirmLabel={t('End the suspension')}
      keepLabel={t('Keep it')}
      isBusy={end.isBusy}
      error={end.error}
      onConfirm={() => void end.run()}
      onClose={onClose}
    >
      <p>
        {hasBegun
          ? t('They can sign in again at once. They get an email about it.')
          : t('It will not begin. The person does not know of it and gets no email.')}
      </p>
    </ConfirmDialog>
  )
}
