import { setTimeout as sleep } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { notifyExceptionEnds } from './admin/approvals/conflicts/notify-exception-ends.ts'
import { makeNightlyCheck } from './admin/approvals/nightly/nightly-check.ts'
import { makePublishDates } from './admin/approvals/publish-dates/publish-due.ts'
import { makeJobRunner } from './admin/jobs/runner.ts'
import { makeDueDates } from './admin/people/due-dates.ts'
import { makeReviewDates } from './admin/reviews/review-dates.ts'
import { buildApp } from './app.ts'
import { makeArchiveSchedule } from './archive/schedule.ts'
import { makeActivityCounter } from './audit/activity-counts.ts'
import { erasePeople } from './audit/chain/erase-person.ts'
import { removeOldLines } from './audit/chain/retention.ts'
import { makeAuditSealer } from './audit/chain/sealer.ts'
import { makeBackupSchedule } from './backup/schedule.ts'
import type { Config } from './config.ts'
import type { TelemetryConfig } from './config-telemetry.ts'
import type { OpenDatabase } from './db/open.ts'
import { prune } from './db/prune.ts'
import { addWeeks } from './decisions/log/decision-weeks.ts'
import { removeOldDecisions } from './decisions/log/remove-old-decisions.ts'
import { type DemoCredentials, installDemo, refuseDemo } from './demo/demo-data.ts'
import { startSampleApp } from './demo/sample-app.ts'
import type { Deps } from './deps.ts'
import { drain } from './drain.ts'
import { keepWebAssets } from './http/web-assets.ts'
import { composeNames } from './identity/compose-names.ts'
import { prepareDecoy } from './identity/passwords.ts'
import { openKeyring } from './keyring/open-keyring.ts'
import { makeResealer } from './keyring/reseal.ts'
import { makeDeps } from './make-deps.ts'
import { inboxChannel } from './notifications/channels/inbox.ts'
import { notifySteadyLanes } from './notifications/lane-alarm.ts'
import { oidcRouteOf } from './oidc/handler.ts'
import { notifyKeyEnds } from './service-accounts/notify-key-ends.ts'
import { makeOverRounds } from './sessions/over-rounds.ts'
import { createConfiguredAdministrator, isSetUp, makeSetUpLink } from './setup/first-administrator.ts'

const UPKEEP_MS = 60 * 60_000
const SWEEP_MS = 50
/**
 * The limit for each part: one that does not end, such as a delivery to a slow mail server, must not delay the others.
 */
const END_MAX_MS = 3000

/** Information for the operator, shown once the server listens. */
export type Prepared = { demo: DemoCredentials | null; setUpLink: string | null }
export type Started = Prepared & { end: () => Promise<void> }

/** Starts every part of the server on an open database, in order. */
export async function startOn(
  database: OpenDatabase,
  config: Config,
  log: Logger,
  isStopping: () => boolean,
): Promise<Started> {
  const own = config.smtpUrl === null ? inboxChannel(database.db) : await smtp(config.smtpUrl, config)
  const keys = await openKeyring(database.db, config)
  const deps = makeDeps(database.db, config, keys, log, { email: own })
  const prepared = await database.prepare(() => prepareInstallation(deps))
  const app = await buildApp(deps, isStopping)
  await app.listen({ port: config.port, host: config.host })
  const stopMetrics = config.metricsListen && (await metrics(deps, config.metricsListen, app))
  const stopTelemetry = config.telemetry && (await telemetry(deps, config.telemetry, app))
  deps.outbox.start()
  const jobs = makeJobRunner(deps)
  jobs.start()
  deps.decisionLog.start()
  const activity = makeActivityCounter(deps)
  activity.start()
  const sealer = makeAuditSealer(deps)
  sealer.start()
  const dueDates = makeDueDates(deps)
  dueDates.start()
  const reviewDates = makeReviewDates(deps)
  reviewDates.start()
  const overRounds = makeOverRounds(deps)
  overRounds.start()
  const nightlyCheck = makeNightlyCheck(deps)
  nightlyCheck.start()
  const publishDates = makePublishDates(deps)
  publishDates.start()
  const backups = makeBackupSchedule(deps)
  backups.start()
  const archive = makeArchiveSchedule(deps)
  archive.start()
  const resealer = makeResealer(deps)
  resealer.start()
  const stream = await auditStream(deps)
  const sample = config.demo ? await startSampleApp(deps) : null
  const buildIndexes = async () => {
    await database.buildIndexes().catch((error: unknown) => log.warn({ err: error }, 'indexes'))
    // Found by one of them.
    await composeNames(deps.db).catch((error: unknown) => log.warn({ err: error }, 'names of people'))
  }
  void buildIndexes()
  // At once, and not only every hour: perhaps no server has run for weeks.
  void addWeeks(deps.db).catch((error: unknown) => log.warn({ err: error }, 'weeks of decisions'))
  void keepWebAssets(deps.db).catch((error: unknown) => log.warn({ err: error }, 'files of the web app'))
  const upkeep = setInterval(() => {
    void keepUp(deps).catch((error: unknown) => log.warn({ err: error }, 'upkeep failed'))
    void buildIndexes()
  }, UPKEEP_MS)
  void prepareDecoy(deps.keys)
  return {
    ...prepared,
    end: async () => {
      await drain(app.server, config.drainSeconds)
      clearInterval(upkeep)
      stopMetrics?.()
      sample?.stop()
      await atMost(closeApp(app))
      const workers = [
        jobs,
        activity,
        dueDates,
        reviewDates,
        overRounds,
        nightlyCheck,
        publishDates,
        sealer,
        backups,
        archive,
        resealer,
        deps.outbox,
        deps.decisionLog,
      ]
      await atMost(Promise.all([...workers.map((worker) => worker.stop()), stream?.stop()]))
      await deps.sentTemplates.close()
      await database.close()
      if (stopTelemetry) await atMost(stopTelemetry())
    },
  }
}

/** The one-time preparation. No other server does it at the same time. */
async function prepareInstallation(deps: Deps): Promise<Prepared> {
  if (deps.config.mode === 'production') await refuseDemo(deps.db)
  await createConfiguredAdministrator(deps)
  const demo = deps.config.demo ? await installDemo(deps) : null
  const needsLink = !deps.config.demo && !(await isSetUp(deps))
  return { demo, setUpLink: needsLink ? await makeSetUpLink(deps) : null }
}

/** A failure of one does not keep the others from being done. */
async function keepUp(deps: Deps) {
  const { db, keys, config } = deps
  await prune(db, (people) => erasePeople(db, people))
    .finally(() => removeOldLines(db, keys, config.auditKeepDays))
    .finally(() => addWeeks(db))
    .finally(() => removeOldDecisions(db, config.decisionsKeepDays))
    .finally(() => notifyKeyEnds(deps))
    .finally(() => notifyExceptionEnds(deps))
    .finally(() => notifySteadyLanes(deps))
    .finally(() => keepWebAssets(db))
}

async function closeApp(app: FastifyInstance) {
  // Connections that become idle after the stop has begun would delay it.
  const sweeping = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
  await app.close().finally(() => clearInterval(sweeping))
}

const atMost = (work: Promise<unknown>) => Promise.race([work, sleep(END_MAX_MS, undefined, { ref: false })])

/** Loaded only when a mail server is configured: a developer's machine needs none. */
async function smtp(smtpUrl: string, config: Config) {
  const { smtpChannel } = await import('./notifications/channels/smtp.ts')
  return smtpChannel(smtpUrl, config.mailFrom, config.publicUrl.hostname, config)
}

/** Loaded only when the audit is sent to another system. */
async function auditStream(deps: Deps) {
  const { auditStream: settings } = deps.config
  if (settings === null) return null
  const { makeAuditStream } = await import('./audit/stream/stream.ts')
  const stream = makeAuditStream(deps, settings)
  await stream.start()
  return stream
}

/** Loaded only when somebody reads the figures. */
async function metrics(deps: Deps, address: NonNullable<Config['metricsListen']>, { server }: FastifyInstance) {
  const { startMetrics } = await import('./metrics/metrics.ts')
  return startMetrics(deps, address, { server, oidcRoute: oidcRouteOf })
}

/** Loaded only when a collector is named. */
async function telemetry({ log, config }: Deps, settings: TelemetryConfig, { server }: FastifyInstance) {
  const { startTelemetry } = await import('./telemetry/telemetry.ts')
  return startTelemetry(settings, { server, routeOf: oidcRouteOf, log, trustProxy: config.trustProxy })
}
