/** Between the tabs of one browser. */
const NAME = 'session'

/** What the other tabs are told of an end; the server knows the rest. */
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
