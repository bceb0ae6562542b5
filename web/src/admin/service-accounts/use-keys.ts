import {
  addServiceAccountKey,
  revokeServiceAccountKey,
  serviceAccountKeys,
} from '@gatehouse/contract/admin/service-accounts/service-accounts.ts'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../api.ts'
import { useSession } from '../../session/use-session.ts'
import type { Success } from '../../ui/FormEnd.tsx'
import { useAction } from '../../ui/use-action.ts'
import type { ServiceAccountRow } from './service-account-row.ts'

/** The keys of a service account, and what can be done with them. */
export function useKeys({ _id: accountId }: ServiceAccountRow) {
  const { t } = useTranslation()
  const cache = useQueryClient()
  const canChange = useSession().permissions.includes('service-accounts:write')
  /** The new key, until it was seen. */
  const [made, setMade] = useState<string | null>(null)
  const [done, setDone] = useState<Success | null>(null)
  const keys = useQuery({
    queryKey: ['serviceAccountKeys', accountId],
    queryFn: () => call(serviceAccountKeys, { accountId }),
  })
  const change = useAction(async (work: () => Promise<void>) => {
    setDone(null)
    await work()
    void cache.invalidateQueries()
  })

  function handleAdd(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const sent = new FormData(event.currentTarget)
    const input = { accountId, name: String(sent.get('name')), days: Number(sent.get('days')) }
    void change.run(async () => setMade((await call(addServiceAccountKey, input)).key))
  }
  async function handleRevoke(keyId: string) {
    await call(revokeServiceAccountKey, { accountId, keyId })
    setDone({ text: t(revokeServiceAccountKey.message) })
    void cache.invalidateQueries()
  }

  return { canChange, keys, change, done, clearDone: () => setDone(null), made, setMade, handleAdd, handleRevoke }
}
