import { approvalMends, type Mend } from '@gatehouse/contract/admin/approvals/mends.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { call } from '../../../api.ts'
import { DRAFTS } from '../versions/use-draft-change.ts'

/** What tells the mends of one finding apart. */
export const mendId = ({ kind, keeps }: Mend) => `${kind} ${keeps?._id ?? ''}`

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
  const [chosen, choose] = useState('')
  const mends = loaded.data?.mends ?? []
  const [only] = mends.length === 1 ? mends : []
  const mend = mends.find((one) => mendId(one) === chosen) ?? only
  const asks = mend && { mend: mend.kind, ...(mend.keeps && { keeps: mend.keeps._id }) }
  return { loaded, value: mend ? mendId(mend) : '', asks, choose }
}
