import { markSessionOver } from '../ui/unsaved/leaving.ts'

/** Between the tabs of one browser. */
const NAME = 'session'

/** The message to other tabs when a session ends. They ask the server for the rest. */
type Announced = 'logout' | 'ended'

/** Says in this page that the session is over, and has every other tab look whether theirs still lives. */
export function announceSessionEnd(how: Announced): void {
  markSessionOver()
  const channel = new BroadcastChannel(NAME)
  channel.postMessage(how)
  channel.close()
}

/** Calls `onEnd` when another tab announces the end; gives what stops that. */
export function listenForSessionEnd(onEnd: (how: Announced) => void): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', ({ data }: MessageEvent<Announced>) => onEnd(data))
  return () => channel.close()
}
