// Preloaded with --import: ends this process when the one that started it is gone, however that died. npm does not
// hand SIGTERM on, and nothing can hand on SIGKILL; without this a server would stay behind and keep its port.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
