import { setTimeout as sleep } from 'node:timers/promises'

/** Where Node's inspector listens once a process has got SIGUSR1. */
const INSPECTOR = 'http://127.0.0.1:9229/json/list'
const TRIES = 50
const PAUSE_MS = 100

/** What another Node process still holds in its heap after a garbage collection, in MiB. Its inspector stays open, for this machine alone. */
export async function heldHeapMiB(pid: number): Promise<number> {
  process.kill(pid, 'SIGUSR1')
  const socket = new WebSocket(await inspectorOf())
  await new Promise((open) => socket.addEventListener('open', open, { once: true }))
  let last = 0
  const ask = (method: string) =>
    new Promise<{ usedSize: number }>((resolve) => {
      const id = ++last
      const hear = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data)) as { id?: number; result: { usedSize: number } }
        if (answer.id !== id) return
        socket.removeEventListener('message', hear)
        resolve(answer.result)
      }
      socket.addEventListener('message', hear)
      socket.send(JSON.stringify({ id, method }))
    })
  await ask('HeapProfiler.enable')
  await ask('HeapProfiler.collectGarbage')
  const { usedSize } = await ask('Runtime.getHeapUsage')
  socket.close()
  return usedSize / 2 ** 20
}

async function inspectorOf(): Promise<string> {
  for (let tries = 0; tries < TRIES; tries++) {
    const answer = await fetch(INSPECTOR).catch(() => null)
    const [one] = answer === null ? [] : ((await answer.json()) as { webSocketDebuggerUrl: string }[])
    if (one !== undefined) return one.webSocketDebuggerUrl
    await sleep(PAUSE_MS)
  }
  throw new Error('The inspector of the server does not answer; its port 9229 may be taken.')
}
