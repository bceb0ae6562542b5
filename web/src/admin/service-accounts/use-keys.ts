import {
  addServiceAccountKey,
  KEY_DAYS_DEFAULT,
  revokeServiceAccountKey,
  serviceAccountKeys,
} from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { useQuery } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession } from '../../session/use-session.ts'
import { useSecretChanges } from '../engine/attach/use-secret-changes.ts'
import type { ServiceAccountRow } from './service-account-row.ts'

/** The keys of a service account, and what can be done with them. */
export function useKeys({ _id: accountId }: ServiceAccountRow) {
  const { t } = useTranslation()
  const canChange = useSession().permissions.includes('service-accounts:write')
  const { change, announce, handleMake, ...shown } = useSecretChanges()
  const keys = useQuery({
    queryKey: ['serviceAccountKeys', accountId],
    queryFn: () => call(serviceAccountKeys, { accountId }),
  })
  const handleAdd = (event: FormEvent<HTMLFormElement>) =>
    void handleMake(event, async ({ name, days }) => {
      const input = { accountId, name, days: days ?? KEY_DAYS_DEFAULT }
      return (await call(addServiceAccountKey, input)).key
    })
  async function handleRevoke(keyId: string) {
    await call(revokeServiceAccountKey, { accountId, keyId })
    announce(t(revokeServiceAccountKey.message))
  }

  return { canChange, keys, change, ...shown, handleAdd, handleRevoke }
}
