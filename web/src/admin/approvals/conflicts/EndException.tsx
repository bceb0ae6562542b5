import { endConflictException } from '@gatehouse/contract/admin/approvals/conflict-exceptions.ts'
import { useTranslation } from 'react-i18next'
import { ConfirmDialog } from '../../../ui/ConfirmDialog.tsx'
import { useCall } from '../../../use-call.ts'

type Props = { exception: { _id: string; person: string; rule: string }; onClose: () => void }

/** Asks before an exception ends before its time. */
export function EndException({ exception: { _id, person, rule }, onClose }: Props) {
  const { t } = useTranslation()
  const { isBusy, error, run } = useCall(endConflictException, onClose)
  return (
    <ConfirmDialog
      title={t('End the exception?')}
      confirmLabel={t('End')}
      isBusy={isBusy}
      error={error}
      onConfirm={() => void run({ exceptionId: _id })}
      onClose={onClose}
    >
      <p>{t('The rule {{rule}} counts for {{person}} again. They keep the roles that they have.', { rule, person })}</p>
    </ConfirmDialog>
  )
}
