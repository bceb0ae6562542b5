import { addServiceAccountKey } from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { useTranslation } from 'react-i18next'
import { SecretsDialog } from '../engine/attach/SecretsDialog.tsx'
import { KeysForm } from './KeysForm.tsx'
import type { ServiceAccountRow } from './service-account-row.ts'
import { useKeys } from './use-keys.ts'

type Props = { row: ServiceAccountRow; onClose: () => void }

/** The keys of a service account, over the list. */
export function ServiceAccountKeys({ row, onClose }: Props) {
  const { t } = useTranslation()
  const state = useKeys(row)
  const title = t('Keys - {{name}}', { name: row.name })
  return (
    <SecretsDialog title={title} state={state} message={t(addServiceAccountKey.message)} onClose={onClose}>
      {(close) => <KeysForm state={state}>{close}</KeysForm>}
    </SecretsDialog>
  )
}
