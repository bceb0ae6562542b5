import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { root, textOf } from './sources.ts'

// Each alert is tried in the situation that it is for, and in the one beside it, by the own tool of Prometheus.

const RULES = 'deploy/prometheus/gatehouse.rules.yaml'
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-alerts-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** The values of series, a minute apart, as Prometheus writes them: `0x9` is a nought and nine more, `0+1x9` counts up. */
type Series = Record<string, string>
/** `minutes`: by then. */
type Case = { fires: Series; isQuiet: Series; minutes?: number }

const UP = { 'up{job="gatehouse",instance="a"}': '1x180' }
const event = (name: string) => `gatehouse_audit_events_total{event="${name}"}`
const age = (what: string, state: string) => `gatehouse_${what}_age_seconds{state="${state}"}`
const requests = (status: number, route = '/') => `gatehouse_http_requests_total{route="${route}",status="${status}"}`
const under = (seconds: string) => `gatehouse_http_request_duration_seconds_bucket{route="/",le="${seconds}"}`
const DAY = 86_400

const CASES: Record<string, Case> = {
  GatehouseServerDown: { fires: { 'up{job="gatehouse",instance="a"}': '0x180' }, isQuiet: UP },
  GatehouseDatabaseUnreachable: {
    fires: { gatehouse_database_up: '0x180' },
    isQuiet: { gatehouse_database_up: '1x180' },
  },
  GatehouseFigureFailed: {
    fires: { 'gatehouse_figure_failed{figure="jobs"}': '1x180' },
    isQuiet: { 'gatehouse_figure_failed{figure="jobs"}': '0x180', gatehouse_database_up: '0x180' },
  },
  GatehouseErrors: {
    // Neither the probes hide what fails, nor do those of a server that stops count as failures.
    fires: { [requests(200)]: '0+100x180', [requests(500)]: '0+2x180', [requests(200, '/healthz')]: '0+900x180' },
    isQuiet: { [requests(200)]: '0+1000x180', [requests(500)]: '0+2x180', [requests(503, '/readyz')]: '0+90x180' },
  },
  GatehouseSlow: {
    fires: { [under('2.5')]: '0+90x180', [under('5')]: '0+100x180', [under('+Inf')]: '0+100x180' },
    isQuiet: { [under('2.5')]: '0+100x180', [under('5')]: '0+100x180', [under('+Inf')]: '0+100x180' },
  },
  GatehouseSignInsFailing: {
    fires: { [event('signin.failed')]: '0x20 0+60x60' },
    isQuiet: { [event('signin.failed')]: '0+1x180', [event('signin.completed')]: '0+1x180' },
    minutes: 40,
  },
  GatehouseSignInsFlooded: {
    fires: { [event('signin.flooded')]: '0x20 1x160' },
    isQuiet: { [event('signin.flooded')]: '5x180' },
    minutes: 25,
  },
  GatehouseSignInsThrottled: {
    fires: { [event('signin.throttled')]: '0+2x180' },
    isQuiet: { [event('signin.throttled')]: '0+1x180' },
  },
  GatehouseGatewayFailing: {
    fires: { 'gatehouse_gateways_failing{kind="email"}': '1x180' },
    isQuiet: { 'gatehouse_gateways_failing{kind="email"}': '0x180' },
  },
  GatehouseMessagesWait: {
    fires: { 'gatehouse_outbox_oldest_due_seconds{kind="message"}': '0+60x180' },
    isQuiet: { 'gatehouse_outbox_oldest_due_seconds{kind="message"}': '2x180' },
  },
  GatehouseDeliveriesAbandoned: {
    fires: { 'gatehouse_deliveries_total{kind="webhook",outcome="abandoned"}': '0x20 1x160' },
    isQuiet: { 'gatehouse_deliveries_total{kind="webhook",outcome="abandoned"}': '7x180' },
    minutes: 25,
  },
  GatehouseAuditNotSent: {
    fires: { 'gatehouse_audit_stream_lag_seconds{to="siem"}': '0+60x180' },
    isQuiet: { 'gatehouse_audit_stream_lag_seconds{to="siem"}': '5x180' },
  },
  GatehouseConnectionsExhausted: {
    fires: { 'gatehouse_database_connections{state="waiting"}': '3x180' },
    isQuiet: {
      'gatehouse_database_connections{state="waiting"}': '0x180',
      'gatehouse_database_connections{state="busy"}': '9x180',
    },
  },
  GatehouseEventLoopSlow: {
    fires: { nodejs_eventloop_lag_p99_seconds: '0.5x180' },
    isQuiet: { nodejs_eventloop_lag_p99_seconds: '0.02x180' },
  },
  // A failure is tried again after a quarter of an hour.
  GatehouseBackupFailed: {
    fires: { [age('backup', 'failed')]: '0+60x180' },
    isQuiet: { [age('backup', 'failed')]: '4000+60x180' },
    minutes: 16,
  },
  // None has ever succeeded; and a weekly one, which is six days old.
  GatehouseBackupOld: {
    fires: { [age('backup', 'overdue')]: `${DAY}+60x180` },
    isQuiet: { [age('backup', 'overdue')]: '0x180', [age('backup', 'done')]: `${6 * DAY}+60x180` },
  },
  // Two servers with a folder of their own each: the one that has not made it does not see it.
  GatehouseBackupLost: {
    fires: {
      'gatehouse_backup_file{state="missing",instance="a"}': '1x180',
      'gatehouse_backup_file{state="changed",instance="a"}': '0x180',
    },
    isQuiet: {
      'gatehouse_backup_file{state="missing",instance="a"}': '1x180',
      'gatehouse_backup_file{state="missing",instance="b"}': '0x180',
    },
    minutes: 30,
  },
  GatehouseArchiveFailing: {
    fires: { [age('archive', 'waiting')]: '0+60x180' },
    isQuiet: { [age('archive', 'waiting')]: '30x180', [age('archive', 'base')]: `${6 * DAY}+60x180` },
  },
  GatehouseArchiveOld: {
    fires: { [age('archive', 'overdue')]: `${DAY}+60x180` },
    isQuiet: { [age('archive', 'overdue')]: '0x180', [age('archive', 'base')]: `${6 * DAY}+60x180` },
    minutes: 90,
  },
  GatehouseDecisionWeeksMissing: {
    fires: { 'gatehouse_decision_log_partitions{state="days_ahead"}': '6x180' },
    isQuiet: {
      'gatehouse_decision_log_partitions{state="days_ahead"}': '14x180',
      'gatehouse_decision_log_partitions{state="strays"}': '0x180',
    },
    minutes: 130,
  },
  GatehouseSigningKeyOld: {
    fires: { 'gatehouse_signing_key_age_seconds{alg="RS256"}': `${101 * DAY}x180` },
    isQuiet: { 'gatehouse_signing_key_age_seconds{alg="RS256"}': `${90 * DAY}x180` },
  },
  GatehouseDataKeyOld: {
    fires: { 'gatehouse_key_age_seconds{key="data"}': `${401 * DAY}x180` },
    isQuiet: {
      'gatehouse_key_age_seconds{key="data"}': `${365 * DAY}x180`,
      'gatehouse_key_age_seconds{key="master"}': `${900 * DAY}x180`,
    },
  },
}

test('each alert is tried, in the situation that it is for and in the one beside it', () => {
  const { groups }: { groups: { rules: { alert: string }[] }[] } = parse(textOf(RULES))
  const names = groups.flatMap(({ rules }) => rules.map(({ alert }) => alert))
  expect(Object.keys(CASES).toSorted()).toEqual(names.toSorted())
})

const hasPromtool = spawnSync('promtool', ['--version'], { stdio: 'ignore' }).error === undefined
if (!hasPromtool) console.warn('No alert was tried: promtool (Debian: prometheus) is not installed.')

test.runIf(hasPromtool)('each alert fires in its situation, and not in the one beside it', () => {
  const cases = Object.entries(CASES)
  expect(firing(cases.map(([alert, { fires, minutes }]) => [alert, fires, minutes]))).toEqual(Object.keys(CASES))
  expect(firing(cases.map(([alert, { isQuiet, minutes }]) => [alert, isQuiet, minutes]))).toEqual([])
})

test.runIf(hasPromtool)('servers that Prometheus has lost sight of are down', () => {
  expect(firing([['GatehouseServerDown', { other: '1x180' }]])).toEqual(['GatehouseServerDown'])
})

test.runIf(hasPromtool)('failing sign-ins are noticed while few succeed, and for as long as they go on', () => {
  const signIns = (failed: string, completed: string) =>
    firing([
      ['GatehouseSignInsFailing', { [event('signin.failed')]: failed, [event('signin.completed')]: completed }, 500],
    ])
  const fires = ['GatehouseSignInsFailing']
  // At night, five a minute; and eight hours of one a second.
  expect(signIns('0x480 0+5x60', '0+0.1x540')).toEqual(fires)
  expect(signIns('0x20 0+60x540', '0+5x560')).toEqual(fires)
  // One person who mistypes at night; and the morning of a large portal.
  expect(signIns('0x480 0+1x60', '0x540')).toEqual([])
  expect(signIns('0x480 0+20x60', '0x480 0+100x60')).toEqual([])
})

/** The alerts that fire, each with series of its own. */
function firing(cases: [alert: string, series: Series, minutes?: number | undefined][]): string[] {
  const file = join(folder, 'cases.yaml')
  const tests = cases.map(([alertname, series, minutes = 15]) => ({
    interval: '1m',
    input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
    // Those that fire although none is expected are named in the output.
    alert_rule_test: [{ alertname, eval_time: `${minutes}m`, exp_alerts: [] }],
  }))
  writeFileSync(file, stringify({ rule_files: [join(root, RULES)], evaluation_interval: '1m', tests }))
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', file], { encoding: 'utf8' })
  const found = [...`${stdout}${stderr}`.matchAll(/alertname: ?(\w+)/g)].map(([, name = '']) => name)
  if ((status === 0) !== (found.length === 0)) throw new Error(`${stdout}${stderr}`)
  return found
}
