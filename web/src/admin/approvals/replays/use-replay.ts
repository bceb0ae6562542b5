import { type Replay, readApprovalReplay } from '@gatehouse/contract/admin/approvals/replays.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '../../../api.ts'
import type { Tone } from '../../../ui/StatusBadge.tsx'

/** The key of everything that is loaded about replays. */
export const REPLAYS = 'approvalReplays'
const POLL_MS = 1000

export const isUnderWay = ({ state }: Pick<Replay, 'state'>) => state === 'waiting' || state === 'running'

/** A replay, polled while it is under way. */
export function useReplay(replayId: string) {
  return useQuery({
    queryKey: [REPLAYS, 'read', replayId],
    queryFn: () => call(readApprovalReplay, { replayId }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data && isUnderWay(state.data) ? POLL_MS : false),
  })
}

/** The states in English, and how they are shown. */
export const REPLAY_BADGES: Record<Replay['state'], { status: string; tone: Tone }> = {
  waiting: { status: 'Waiting', tone: 'warning' },
  running: { status: 'Running', tone: 'warning' },
  done: { status: 'Done', tone: 'success' },
  cancelled: { status: 'Cancelled', tone: 'neutral' },
  failed: { status: 'Stopped', tone: 'error' },
}
