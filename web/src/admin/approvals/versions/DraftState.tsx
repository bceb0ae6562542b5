import type { DRAFT_STATES } from '@gatehouse/contract/admin/approvals/drafts.ts'
import { StatusBadge } from '../../../ui/StatusBadge.tsx'
import { STATE_BADGES } from './draft-words.ts'

/** What a draft does with a record. */
export function DraftState({ state }: { state: (typeof DRAFT_STATES)[number] }) {
  const badge = STATE_BADGES[state]
  return badge && <StatusBadge {...badge} />
}
