import sql from 'sql-template-tag'
import type { CommandConfig } from '../../config.ts'
import type { Db } from '../../db/database.ts'
import { readSchemaState } from '../../db/schema-state.ts'
import { stateText } from '../../metrics/state-text.ts'
import { requestOutbound } from '../../outbound/request-outbound.ts'
import type { Context } from '../command.ts'
import { productVersion } from '../doctor/check-machine.ts'
import { examine } from '../doctor/examine.ts'
import { reasonOf } from '../doctor/finding.ts'
import { readLogLines } from './log-lines.ts'
import { shownSettings } from './shown-settings.ts'
import type { Entry } from './tar.ts'

/**
 * The files of a bundle. What cannot be read is left out, with the reason in its place.
 *
 * @throws Error when the log, which was asked for by name, cannot be read
 */
export async function collect(context: Pick<Context, 'config' | 'db'>, log: string | null): Promise<Entry[]> {
  const { config, db } = context
  const { node, v8, openssl } = process.versions
  const { platform, arch } = process
  const lines = log === null ? null : readLogLines(log)
  return Promise.all([
    entry('versions.json', async () => asText({ gatehouse: productVersion(), node, v8, openssl, platform, arch })),
    entry('settings.json', async () => asText(shownSettings(config()))),
    entry('doctor.json', async () => asText(await examine(context, false))),
    entry('migrations.json', async () => asText(await readSchemaState(await db()))),
    entry('tables.json', async () => asText(await readTables(await db()))),
    entry('metrics.txt', async () => readMetrics(config(), await db())),
    ...(lines === null ? [] : [{ name: 'log.jsonl', text: `${lines.join('\n')}\n` }]),
  ])
}

const asText = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const entry = async (name: string, read: () => Promise<string>): Promise<Entry> => ({
  name,
  text: await read().catch((error: unknown) => `not readable: ${reasonOf(error)}\n`),
})

/** Without any content of the tables. */
async function readTables(db: Db) {
  const { rows } = await db.execute(sql`
    select c.relname as name, greatest(c.reltuples, 0)::bigint::text as "rowsEstimated", s.n_live_tup::text as "rowsCounted",
      s.n_dead_tup::text as "rowsDead", pg_total_relation_size(c.oid)::text as bytes, pg_indexes_size(c.oid)::text as "indexBytes",
      greatest(s.last_vacuum, s.last_autovacuum)::text as "vacuumedAt", greatest(s.last_analyze, s.last_autoanalyze)::text as "analysedAt"
    from pg_class c join pg_stat_user_tables s on s.relid = c.oid
    where c.relnamespace = current_schema()::regnamespace order by pg_total_relation_size(c.oid) desc`)
  return rows
}

/** The figures of the server on this machine or, without METRICS_LISTEN, those that the database knows. */
async function readMetrics(settings: CommandConfig, db: Db): Promise<string> {
  const { metricsListen } = settings
  if (metricsListen === null) return stateText(db, settings)
  const { host, port } = metricsListen
  const name = ['0.0.0.0', '::'].includes(host) ? 'localhost' : host
  const url = `http://${name.includes(':') ? `[${name}]` : name}:${port}/metrics`
  const call = { method: 'GET', url, headers: {}, body: null } as const
  const answer = await requestOutbound(call, { outboundAllow: [name], outboundCa: null }).catch(() => null)
  return answer?.status === 200 ? answer.text : stateText(db, settings)
}
