import { addServiceAccountKey } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { useTranslation } from 'react-i18next'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SecretShown } from '../engine/cells/SecretShown.tsx'
import { KeysForm } from './KeysForm.tsx'
import type { ServiceAccountRow } from './service-account-row.ts'
import { useKeys } from './use-keys.ts'

type Props = { row: ServiceAccountRow; onClose: () => void }

/** The keys of a service account, over the list. */
export function ServiceAccountKeys({ row, onClose }: Props) {
  const { t } = useTranslation()
  const state = useKeys(row)
  const title = t('Keys - {{name}}', { name: row.name })
  if (state.made !== null)
    return <SecretShown title={title} secret={state.made} message={t(addServiceAccountKey.message)} onClose={onClose} />
  return (
    <Dialog title={title} onClose={onClose} isBusy={state.change.isBusy}>
      <KeysForm state={state}>
        <Button variant="neutral" isIdle={state.change.isBusy} onClick={onClose}>
          {t('Close')}
        </Button>
      </KeysForm>
    </Dialog>
  )
}
