import type { DraftPage } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { compareApprovalDraft } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import { DRAFTS } from './use-draft-change.ts'

/** What a draft would change, at its present revision. */
export function useComparison({ _id: draftId, revision }: Pick<DraftPage, '_id' | 'revision'>) {
  return useQuery({
    queryKey: [DRAFTS, 'compare', draftId, revision],
    queryFn: () => call(compareApprovalDraft, { draftId }),
    staleTime: 0,
  })
}
