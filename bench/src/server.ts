import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from '../../scripts/server-process.mjs'

const ROOT = join(import.meta.dirname, '../..')
/** The fields of /proc/PID/stat, see proc(5). */
const TICKS_PER_SECOND = 100

export type BenchServer = {
  origin: string
  pid: number
  /** From the start of the process to the first ready answer. */
  readyMs: number
  /** The CPU used by the server process, without its database and its callers. */
  cpuMs: () => number
  /** The part of it used by the main thread, which computes no password hash and no signature. */
  mainCpuMs: () => number
  residentMiB: () => number
  stop: () => Promise<void>
}

export type Folder = { path: string; remove: () => void }

export function makeFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'gatehouse-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
}

/** Starts the product as `npm start` does, with demo data, on a data folder. */
export function startServer(dataDir: string, port: number, env: Record<string, string> = {}): Promise<BenchServer> {
  const settings = { DATA_DIR: dataDir, DEMO: '1', LOG_LEVEL: 'error', TRUST_PROXY: '127.0.0.1/32' }
  return startProcess('server/dist/main.js', port, { ...settings, ...env })
}

/** Starts a program that answers `/readyz`, with the flags and the environment of `npm start`. */
export async function startProcess(file: string, port: number, env: Record<string, string>): Promise<BenchServer> {
  const startedAt = performance.now()
  const child = spawn(
    process.execPath,
    ['--import', join(ROOT, 'scripts/follow-parent.mjs'), ...SERVER_FLAGS, join(ROOT, file)],
    {
      cwd: ROOT,
      env: { ...SERVER_ENVIRONMENT, ...process.env, PORT: String(port), ...env },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  )
  const origin = `http://localhost:${port}`
  while (!(await isReady(origin))) {
    if (child.exitCode !== null) throw new Error(`the server ended with code ${child.exitCode}`)
    await sleep(5)
  }
  const readyMs = performance.now() - startedAt
  return {
    origin,
    pid: child.pid as number,
    readyMs,
    cpuMs: () => cpuMs(`/proc/${child.pid}`),
    mainCpuMs: () => cpuMs(`/proc/${child.pid}/task/${child.pid}`),
    residentMiB: () => residentMiB(child),
    stop: async () => {
      const ended = new Promise((resolve) => child.once('exit', resolve))
      child.kill('SIGTERM')
      await ended
    },
  }
}

async function isReady(origin: string): Promise<boolean> {
  return fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )
}

/** CPU in ms that a process has used, by its folder in /proc. */
export function cpuMs(folder: string): number {
  const fields = readFileSync(`${folder}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return ((Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND) * 1000
}

/** The same of its threads, to the nanosecond (proc(5), schedstat). */
export function exactCpuMs(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`)
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  )
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e6
}

function residentMiB({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}
