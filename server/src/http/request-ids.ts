import { newId } from '../crypto/ids.ts'

/** Ids that lead from an answer to its lines in the log; unique across servers and restarts, and cheap. */
export function requestIds(): () => string {
  const start = newId()
  let count = 0
  return () => `${start}-${(++count).toString(36)}`
}
