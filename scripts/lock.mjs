import { randomUUID } from 'node:crypto'
import { readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'

const HEARTBEAT_MS = 2_000
const SILENT_MS = 20_000

/**
 * Runs `work` while holding the lock file at `path`, so that one process at a time does it.
 * A lock whose process died, or that shows no sign of life for 20 seconds, is taken over.
 * `onWait` is called once when another process holds it.
 */
export async function withLock(path, onWait, work) {
  const token = JSON.stringify({ pid: process.pid, host: hostname(), id: randomUUID() })
  await acquire(path, token, onWait)
  const release = () => {
    if (read(path) === token) rmSync(path, { force: true })
  }
  process.once('exit', release)
  const heartbeat = setInterval(() => touch(path), HEARTBEAT_MS)
  try {
    return await work()
  } finally {
    clearInterval(heartbeat)
    process.off('exit', release)
    release()
  }
}

async function acquire(path, token, onWait) {
  let waited = false
  // How long a lock has been silent is measured on our own clock: the file's time may come from another machine,
  // and a laptop that slept must not look like a dead process.
  let seen = ''
  let seenAt = 0
  for (;;) {
    if (create(path, token)) return
    const held = read(path)
    const beat = `${held}${mtime(path)}`
    if (beat !== seen) {
      seen = beat
      seenAt = performance.now()
    }
    if (held !== null && (isDead(held) || performance.now() - seenAt > SILENT_MS)) {
      if (read(path) === held) rmSync(path, { force: true })
      if (create(path, token)) {
        // Two processes may judge the same lock dead, and the slower one then removes the quicker one's new lock.
        await sleep(100)
        if (read(path) === token) return
      }
      continue
    }
    if (!waited) onWait()
    waited = true
    await sleep(200 + Math.random() * 100)
  }
}

function create(path, token) {
  try {
    writeFileSync(path, token, { flag: 'wx' })
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function isDead(held) {
  try {
    const { pid, host } = JSON.parse(held)
    if (host !== hostname()) return false
    process.kill(pid, 0)
    return false
  } catch (error) {
    return error.code === 'ESRCH'
  }
}

function read(path) {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

function mtime(path) {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
}

function touch(path) {
  try {
    utimesSync(path, new Date(), new Date())
  } catch {
    // The file is missing if another process has taken the lock over. The work is finished all the same.
  }
}
