import type { Decided } from '@gatehouse/contract/decided.ts'
import { ApiError } from '../api-error.ts'

/** What somebody else has decided meanwhile, if that is why a decision was refused. */
export function decidedIn(error: unknown): Decided | null {
  const decided = error instanceof ApiError && error.code === 409 ? error.data.decided : undefined
  return (decided as Decided | undefined) ?? null
}
