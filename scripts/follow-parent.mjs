// Preloaded with --import: ends this process when its parent has ended, for any reason. npm does not forward SIGTERM,
// and nothing can forward SIGKILL; without this a server would keep running and keep its port.
import { isMainThread } from 'node:worker_threads'

if (isMainThread) {
  const parent = process.ppid
  const watch = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(watch)
    process.kill(process.pid, 'SIGTERM')
  }, 500).unref()
}
