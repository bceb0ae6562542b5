/** Between the tabs of one browser. */
const NAME = 'session'

/** Has every other tab look whether the session still lives. */
export function announceSessionEnd(): void {
  const channel = new BroadcastChannel(NAME)
  channel.postMessage('ended')
  channel.close()
}

/** Calls `onEnd` when another tab announces the end; gives what stops that. */
export function listenForSessionEnd(onEnd: () => void): () => void {
  const channel = new BroadcastChannel(NAME)
  channel.addEventListener('message', onEnd)
  return () => channel.close()
}
