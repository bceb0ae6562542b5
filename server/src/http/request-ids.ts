import { newId } from '../crypto/ids.ts'

/** Ids that connect an answer with its lines in the log; unique across servers and restarts, and cheap to make. */
export function requestIds(): () => string {
  const start = newId()
  let count = 0
  return () => `${start}-${(++count).toString(36)}`
}
