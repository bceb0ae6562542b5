import { approvalMends, type MendKind } from '@gatehouse/contract/admin/approvals/mends.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api.ts'
import { DRAFTS } from '../versions/use-draft-change.ts'

type Asked = { applicationId: string; clientId: string; finding: string; draftId?: string }

/** The mends of a finding, and the one that is chosen: the only one, until somebody chooses. */
export function useMends(asked: Asked) {
  const loaded = useQuery({
    queryKey: [DRAFTS, 'mends', asked],
    queryFn: () => call(approvalMends, asked),
    staleTime: 0,
    // Another answer under the eyes of somebody who chooses would be confusing; what is sent is checked again.
    refetchOnWindowFocus: false,
  })
  const [chosen, choose] = useState<MendKind | ''>('')
  const mends = loaded.data?.mends ?? []
  const value = chosen === '' && mends.length === 1 ? (mends[0]?.kind ?? '') : chosen
  return { loaded, value, choose }
}
