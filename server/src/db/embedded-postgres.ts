import type { ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder, noDataDir } from '../make-folder.ts'
import { makeClient } from './make-client.ts'
import { locateBinaries } from './postgres-binaries.ts'
import { chooseRunner, type Runner } from './postgres-runner.ts'
import { makeSocketFolder, PORT, socketFolderOf } from './socket-folder.ts'

const USER = 'gatehouse'
/** After a crash the database repeats its last changes, which can take minutes. */
const READY_TIMEOUT_MS = 5 * 60_000
const READY_POLL_MS = 10
const REMAINS_TIMEOUT_MS = 10_000
const REMAINS_POLL_MS = 100
const STOP_TIMEOUT_MS = 15_000
/** Setting up a cluster takes seconds, on a slow disk minutes. */
const UNFINISHED_MAX_MS = 60 * 60_000

type Options = {
  /** More settings, for the folder of the database once it exists. */
  settingsOf?: (cluster: string) => Record<string, string>
  readyTimeoutMs?: number
  /** Ends a database that is not ready yet. */
  stopping?: AbortSignal
}

export type EmbeddedPostgres = {
  /** For `pg`: a unix socket that only this user can reach. No TCP port is opened. */
  connection: { host: string; port: number; user: string }
  /**
   * Stops the database with PostgreSQL's fast shutdown: open transactions are rolled back, everything else is on disk.
   */
  stop: () => Promise<void>
}

/**
 * Starts the PostgreSQL from the npm packages on `dataDir/postgres`, or joins it when it is still running because a
 * former server was killed.
 *
 * @throws Error with a sentence for the operator when it cannot start
 */
export async function startEmbeddedPostgres(
  dataDir: string,
  { settingsOf = () => ({}), readyTimeoutMs = READY_TIMEOUT_MS, stopping }: Options = {},
): Promise<EmbeddedPostgres> {
  const binaries = locateBinaries()
  try {
    makeFolder(dataDir, 0o711)
  } catch (cause) {
    throw new Error(noDataDir(cause as Error), { cause })
  }
  const folder = join(dataDir, 'postgres')
  const runner = chooseRunner(binaries, dataDir)
  const socketDir = makeSocketFolder(dataDir, runner)
  const connection = connectionIn(socketDir)

  removeUnfinished(folder)
  if (!existsSync(join(folder, 'PG_VERSION'))) initialise(binaries, folder, runner)
  // Without this file no PostgreSQL is running, so no check delays the start: the caller has other work to do
  // meanwhile.
  if (!existsSync(join(folder, 'postmaster.pid')) || !(await answers(connection))) {
    const log = join(dataDir, 'postgres.log')
    const more = settingsOf(folder)
    await untilReady(
      connection,
      () => runner.spawn(join(binaries, 'bin/postgres'), argumentsOf(folder, socketDir, more), log),
      log,
      readyTimeoutMs,
      stopping,
    )
  }
  return { connection, stop: () => stop(folder) }
}

const connectionIn = (host: string) => ({ host, port: PORT, user: USER })

/** The process of the database that runs in a folder and answers, if there is one. */
export async function findEmbeddedPostgres(dataDir: string): Promise<number | null> {
  const pidFile = join(dataDir, 'postgres/postmaster.pid')
  if (!existsSync(pidFile) || !(await answers(connectionIn(socketFolderOf(dataDir))))) return null
  return readPid(pidFile)
}

const readPid = (pidFile: string) => Number(readFileSync(pidFile, 'utf8').split('\n')[0])

function argumentsOf(folder: string, socketDir: string, more: Record<string, string>): string[] {
  const settings = {
    listen_addresses: '',
    unix_socket_directories: socketDir,
    unix_socket_permissions: '0700',
    max_connections: '50',
    shared_buffers: '64MB',
    log_min_messages: 'warning',
    log_line_prefix: '%m ',
    ...more,
  }
  return [
    '-D',
    folder,
    '-p',
    String(PORT),
    ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
  ]
}

/**
 * Makes the cluster in a temporary folder and moves it to its place when complete: a kill in between leaves nothing
 * that looks finished.
 */
function initialise(binaries: string, folder: string, runner: Runner) {
  const unfinished = `${folder}.${randomUUID()}.new`
  mkdirSync(unfinished, { mode: 0o700 })
  runner.own(unfinished)
  const { status, output } = runner.run(join(binaries, 'bin/initdb'), [
    '-D',
    unfinished,
    '-U',
    USER,
    '-A',
    'trust',
    '-E',
    'UTF8',
    '--no-instructions',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
  ])
  if (status !== 0) {
    rmSync(unfinished, { recursive: true, force: true })
    throw new Error(`The embedded PostgreSQL could not be set up: ${reasonIn(output)}`)
  }
  try {
    renameSync(unfinished, folder)
  } catch (error) {
    // Another server made the cluster first; the guard against a second server reports it.
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(join(folder, 'PG_VERSION'))) throw error
  }
}

/**
 * Removes what servers that were killed during their first start have left. What is younger may be in the making by a server in
 * another container, whose process ids say nothing here.
 */
function removeUnfinished(folder: string) {
  for (const name of readdirSync(dirname(folder))) {
    if (!name.startsWith(`${basename(folder)}.`) || !name.endsWith('.new')) continue
    const path = join(dirname(folder), name)
    const changedAt = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? Number.POSITIVE_INFINITY
    if (Date.now() - changedAt > UNFINISHED_MAX_MS) rmSync(path, { recursive: true, force: true })
  }
}

/** What `initdb` says of itself comes before what it cleans up. */
const reasonIn = (output: string) =>
  /^.*(?:error|FATAL|PANIC): .*$/m.exec(output)?.[0] ?? output.trim().split('\n').at(-1)

async function answers(connection: EmbeddedPostgres['connection']): Promise<boolean> {
  const client = makeClient({ ...connection, database: 'postgres', connectionTimeoutMillis: 2000 })
  try {
    await client.connect()
    return true
  } catch {
    return false
  } finally {
    await client.end().catch(() => undefined)
  }
}

async function untilReady(
  connection: EmbeddedPostgres['connection'],
  spawnIt: () => ChildProcess,
  log: string,
  timeoutMs: number,
  stopping?: AbortSignal,
) {
  const deadline = performance.now() + timeoutMs
  const remainsDeadline = performance.now() + REMAINS_TIMEOUT_MS
  let child = spawnIt()
  let failure = watch(child)
  while (performance.now() < deadline) {
    if (await answers(connection)) return
    const failed = failure()
    if (stopping?.aborted) child.kill('SIGINT')
    if (failed !== null) stopping?.throwIfAborted()
    if (failed !== null) {
      if (performance.now() > remainsDeadline || !isHeld(log))
        throw new Error(`The embedded PostgreSQL did not start: ${failed}. See ${log}.`)
      await sleep(REMAINS_POLL_MS)
      child = spawnIt()
      failure = watch(child)
    }
    await sleep(READY_POLL_MS)
  }
  throw new Error(`The embedded PostgreSQL was not ready within ${timeoutMs / 1000} seconds. See ${log}.`)
}

function watch(child: ChildProcess): () => string | null {
  let failed: string | null = null
  child.once('error', (error) => {
    failed = error.message
  })
  child.once('exit', (code) => {
    failed = `it ended with code ${code}`
  })
  return () => failed
}

/** A killed PostgreSQL holds its lock and shared memory for a moment, until the system has released them. */
function isHeld(log: string): boolean {
  return /lock file "postmaster\.pid" already exists|pre-existing shared memory block/.test(
    readFileSync(log, 'utf8').slice(-1000),
  )
}

async function stop(folder: string) {
  const pidFile = join(folder, 'postmaster.pid')
  // The database may have died by itself, with or without its pid file.
  if (!existsSync(pidFile) || !interrupt(readPid(pidFile))) return
  const deadline = performance.now() + STOP_TIMEOUT_MS
  while (existsSync(pidFile)) {
    if (performance.now() > deadline) throw new Error('The embedded PostgreSQL did not stop in time.')
    await sleep(5)
  }
}

function interrupt(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGINT')
  } catch {
    return false
  }
}
