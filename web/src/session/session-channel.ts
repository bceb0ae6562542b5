/** Between the tabs of one browser. */
const NAME = 'session'

/** The message to other tabs when a session ends. They ask the server for the rest. */
type Announced = 'logout' | 'ended'

/** Has every other tab look whether the session still lives. */
export function announceSessionEnd(how: Announced): void {
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
