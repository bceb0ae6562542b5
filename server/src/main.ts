import { makeJobRunner } from './admin/jobs/runner.ts'
import { buildApp } from './app.ts'
import { type Config, ConfigError, readConfig } from './config.ts'
import { openDatabase } from './db/open.ts'
import { prune } from './db/prune.ts'
import { type DemoCredentials, installDemo } from './demo/demo-data.ts'
import { startSampleApp } from './demo/sample-app.ts'
import type { Deps } from './deps.ts'
import { prepareDecoy } from './identity/passwords.ts'
import { makeLog } from './log.ts'
import { makeDeps } from './make-deps.ts'
import { inboxChannel } from './notifications/channels/inbox.ts'
import { createAdministrator, isSetUp, makeSetUpLink } from './setup/first-administrator.ts'
import { requireSameMasterKey } from './setup/master-key.ts'

const PRUNE_MS = 60 * 60_000
const STOP_TIMEOUT_MS = 10_000
const SWEEP_MS = 50

let isStopping = false

/** Starts everything; gives what ends it again. */
async function start(): Promise<() => Promise<void>> {
  const config = readConfig(process.env)
  const log = makeLog(config.logLevel)
  for (const event of ['uncaughtException', 'unhandledRejection'] as const) {
    process.on(event, (error) => {
      log.fatal({ err: error }, event)
      void stop(1)
    })
  }
  const database = await openDatabase(config)
  try {
    const own = config.smtpUrl === null ? inboxChannel(database.db) : await smtp(config.smtpUrl, config)
    const deps = makeDeps(database.db, config, log, { email: own })
    await requireSameMasterKey(deps.db, deps.keys.seal)
    const app = await buildApp(deps, () => isStopping)
    await createFirstAdministrator(deps)
    const demo = config.demo ? await installDemo(deps) : null
    await app.listen({ port: config.port, host: config.host })
    deps.outbox.start()
    const jobs = makeJobRunner(deps)
    jobs.start()
    const sample = config.demo ? await startSampleApp(deps) : null
    const pruning = setInterval(
      () => void prune(deps.db).catch((error: unknown) => log.warn({ err: error }, 'pruning failed')),
      PRUNE_MS,
    )
    await announce(deps, demo)
    void prepareDecoy(deps.keys)
    return async () => {
      clearInterval(pruning)
      sample?.stop()
      // Connections that fall idle after the stop has begun would hold it up.
      const sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
      await app.close()
      clearInterval(sweeping)
      await jobs.stop()
      await deps.outbox.stop()
      await database.close()
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

async function stop(exitCode: number) {
  if (isStopping) process.exit(1)
  isStopping = true
  setTimeout(() => process.exit(1), STOP_TIMEOUT_MS).unref()
  // During start-up it waits for its end: left half-way, the database would run on without a server.
  const end = await started
  await end()
  process.exit(exitCode)
}

/** Loaded only where there is a mail server: a developer's machine does without. */
async function smtp(smtpUrl: string, config: Config) {
  const { smtpChannel } = await import('./notifications/channels/smtp.ts')
  return smtpChannel(smtpUrl, config.mailFrom, config.publicUrl.hostname)
}

async function createFirstAdministrator(deps: Deps) {
  const { firstAdmin } = deps.config
  if (firstAdmin === null || (await isSetUp(deps))) return
  const names = { firstName: 'First', lastName: 'Administrator', phoneNumber: '' }
  await createAdministrator(deps, { ...firstAdmin, ...names }).catch(async (cause: Error) => {
    // Another server that started at the same moment may have been faster.
    if (!(await isSetUp(deps))) throw new Error(`ADMIN_PASSWORD: ${cause.message}`, { cause })
  })
}

/** The first line says the address, then how to sign in. */
async function announce(deps: Deps, demo: DemoCredentials | null) {
  const { config } = deps
  const say = (line: string) => process.stdout.write(`${line}\n`)
  say(`Gatehouse is ready at ${config.publicUrl.origin}`)
  if (!config.demo && !(await isSetUp(deps)))
    say(`Create the first administrator, once, within 24 hours: ${await makeSetUpLink(deps)}`)
  if (config.smtpUrl === null)
    say(`Codes and links arrive in the inbox at ${new URL('/dev/inbox', config.publicUrl).href}`)
  if (demo !== null) {
    say('\nSign in as (email, password):')
    for (const { email, password, role, shows } of demo.people)
      say(`  ${email.padEnd(24)} ${password}   ${role.padEnd(5)} ${shows}`)
  }
}

const started = start()
process.on('SIGTERM', () => void stop(0))
process.on('SIGINT', () => void stop(0))
started.catch((error: unknown) => {
  const lines = error instanceof ConfigError ? error.faults : [error instanceof Error ? error.message : String(error)]
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exit(1)
})
