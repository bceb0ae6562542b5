import { type Config, ConfigError, readConfig } from './config.ts'
import { makeLog } from './log.ts'
import { startServer } from './start.ts'
import type { Prepared, Started } from './start-on.ts'

/** In addition to the time for load balancers. */
const STOP_TIMEOUT_MS = 20_000
/** One stop often arrives as several signals: to the group of processes, from npm, and from the parent's end. As in `scripts/run.mjs`. */
const IMPATIENT_AFTER_MS = 3_000

// The reader of the output may be gone, or the disk full: neither is a reason to stop.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined)

let isStopping = false
let stopAskedAt = Number.NEGATIVE_INFINITY
let drainSeconds = 0

async function start(): Promise<Started> {
  const config = readConfig(process.env)
  drainSeconds = config.drainSeconds
  const log = makeLog(config.logLevel)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      log.fatal({ err: error }, event)
      void stop(1)
    })
  }
  const running = await startServer(config, log, () => isStopping)
  announce(config, running)
  return running
}

function stopBySignal() {
  if (performance.now() - stopAskedAt < IMPATIENT_AFTER_MS) return
  stopAskedAt = performance.now()
  void stop(0)
}

async function stop(exitCode: number) {
  if (isStopping) process.exit(1)
  isStopping = true
  setTimeout(() => process.exit(1), drainSeconds * 1000 + STOP_TIMEOUT_MS).unref()
  // A stop during start-up waits for its end: otherwise the database would keep running without a server.
  const { end } = await started
  await end()
  process.exit(exitCode)
}

/** The first line shows the address; the following ones say how to sign in. */
function announce(config: Config, { demo, setUpLink }: Prepared) {
  const say = (line: string) => process.stdout.write(`${line}\n`)
  say(`Gatehouse is ready at ${config.publicUrl.origin}`)
  if (setUpLink !== null) say(`Create the first administrator, once, within 24 hours: ${setUpLink}`)
  if (config.smtpUrl === null)
    say(`Codes and links arrive in the inbox at ${new URL('/dev/inbox', config.publicUrl).href}`)
  if (demo !== null) {
    say('\nSign in as (email, password):')
    for (const { email, password, role, shows } of demo.people)
      say(`  ${email.padEnd(28)} ${password}   ${role.padEnd(5)} ${shows}`)
  }
}

// Registered before anything is started, so that every started process is ended.
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopBySignal)
const started = start()
started.catch((error: unknown) => {
  const lines = error instanceof ConfigError ? error.faults : [sentenceOf(error)]
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(1)
})

/** Why the server has not started. */
function sentenceOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { code, address, port }: NodeJS.ErrnoException & { address?: string; port?: number } = error
  if (code === 'EADDRINUSE')
    return `Port ${port} of ${address} is in use. Stop the program that uses it, or choose another PORT or METRICS_LISTEN.`
  if (code === 'EADDRNOTAVAIL') return `${address} is no address of this machine. Check HOST and METRICS_LISTEN.`
  if (code === 'EACCES' && port !== undefined) return `This user may not listen on port ${port}. Choose another one.`
  return error.message
}
