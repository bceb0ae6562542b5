import { Registry } from 'prom-client'
import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { useTestServer } from '../../test/server.ts'
import type { Config } from '../config.ts'
import { newId } from '../crypto/ids.ts'
import type { Db } from '../db/database.ts'
import { makeStateReader } from './read-state.ts'

const server = useTestServer()

async function read(settings: Partial<Config> = {}) {
  const registry = new Registry()
  await makeStateReader([registry], server.db, { ...server.config, ...settings })()
  const text = await registry.metrics()
  return (name: string, value: string, label = 'kind') =>
    Number(new RegExp(`^gatehouse_${name}\\{${label}="${value}"\\} (.*)$`, 'm').exec(text)?.[1])
}

test('a long queue of one receiver hides neither the other queues nor the oldest row', async () => {
  const lane = `webhook:${newId()}`
  const add = (kind: string, to: string, priority: number, count: number, minutes: number) =>
    server.db.execute(sql`
      insert into outbox (id, kind, lane, priority, run_at)
      select gen_random_uuid(), ${kind}, ${to}, ${priority}, now() - make_interval(mins => ${minutes})
      from generate_series(1, ${count}::int)`)
  await add('webhook', lane, 1, 10_005, 5)
  await add('webhook', lane, 2, 1, 90)
  await add('message', 'email', 0, 7, 1)
  await add('message', `email:${newId()}`, 1, 2, 30)
  await add('message', `sms:${newId()}`, 1, 4, -30)
  const figure = await read()
  expect(figure('outbox_due', 'webhook')).toBe(10_001)
  expect(figure('outbox_due', 'message')).toBe(9)
  expect(figure('outbox_due', 'partner')).toBe(0)
  expect(Math.round(figure('outbox_oldest_due_seconds', 'webhook') / 60)).toBe(90)
  expect(Math.round(figure('outbox_oldest_due_seconds', 'message') / 60)).toBe(30)
  expect(figure('outbox_lane_due', lane, 'lane')).toBe(10_001)
  expect(Math.round(figure('outbox_lane_oldest_due_seconds', lane, 'lane') / 60)).toBe(90)
  expect(figure('outbox_lane_due', 'email', 'lane')).toBe(7)
  expect(figure('outbox_lane_due', 'sms', 'lane')).toBeNaN()
})

test('of many lanes, those that wait longest are shown', async () => {
  await server.db.execute(sql`delete from outbox`)
  await server.db.execute(sql`
    insert into outbox (id, kind, lane, priority, run_at)
    select gen_random_uuid(), 'webhook', 'webhook:' || n, 1, now() - make_interval(mins => n) from generate_series(1, 25) n`)
  const figure = await read()
  expect(figure('outbox_due', 'webhook')).toBe(25)
  const shown = [25, 6, 5].map((n) => figure('outbox_lane_due', `webhook:${n}`, 'lane'))
  expect(shown).toEqual([1, 1, Number.NaN])
})

test('keys are as old as the newest of their kind, and the master key as its last change', async () => {
  await server.db.execute(sql`
    update stored_keys set created_at = now() - interval '5 days', wrapped_at = now() - interval '3 days' where use = 'root'`)
  await server.db.execute(sql`
    update stored_keys set created_at = now() - interval '7 days', wrapped_at = now() where use = 'data'`)
  await server.db.execute(sql`
    insert into encryption_keys (kid, public_jwk, sealed_private_jwk, created_at)
    values ('former', '{}', '', now() - interval '9 days'), ('newest', '{}', '', now() - interval '2 days')`)
  const figure = await read()
  const days = ['master', 'data', 'encryption'].map((key) => Math.round(figure('key_age_seconds', key, 'key') / 86_400))
  expect(days).toEqual([3, 7, 2])
})

test('all lanes with an alarm are counted whose target is in use', async () => {
  await server.db.execute(sql`
    with made as (
      insert into webhooks (id, name, url, events, status)
      select gen_random_uuid(), n::text, 'https://example.com', '{}', case when n > 23 then 'INACTIVE' else 'ACTIVE' end
      from generate_series(1, 25) n returning id)
    insert into outbox_lanes (lane, failures, failing_since, alarmed_at)
    select 'webhook:' || id, 9, now(), now() from made
    union all values ('email', 9, now(), now()), ('partner', 9, now(), now()), ('email:' || gen_random_uuid(), 9, now(), now())`)
  const figure = await read()
  expect(['webhook', 'email', 'partner', 'sms', 'logout'].map((kind) => figure('gateways_failing', kind))).toEqual([
    23, 1, 1, 0, 0,
  ])
})

test('a scheduled backup is overdue by its schedule, also when none has ever succeeded, and only with a schedule', async () => {
  const overdue = async (everyHours: number | null) => {
    const backups = everyHours === null ? null : { everyHours, folder: '/backups', keep: 14, tries: true }
    return (await read({ backups }))('backup_age_seconds', 'overdue', 'state') / 3600
  }
  const add = (state: string, hours: number) =>
    server.db.execute(sql`
      insert into backups (id, file, claimed_until, state, started_at, finished_at)
      values (gen_random_uuid(), 'x', now(), ${state}, now() - make_interval(hours => ${hours}), now())`)
  expect(await overdue(24)).toBe(0)
  await add('failed', 70)
  expect(await overdue(24)).toBeCloseTo(46)
  await add('done', 60)
  expect(await overdue(24)).toBeCloseTo(36)
  expect(await overdue(168)).toBe(0)
  expect(await overdue(null)).toBeNaN()
})

test('a scrape asks the database each thing once', async () => {
  const texts: string[] = []
  const counted: Db = {
    ...server.db,
    together: (work) =>
      server.db.together((on) =>
        work({
          ...on,
          execute: (statement) => {
            texts.push(statement.text)
            return on.execute(statement)
          },
        }),
      ),
  }
  const backups = { everyHours: 24, folder: '/backups', keep: 14, tries: true }
  const auditStream = { url: new URL('syslog+tls://siem.example.com:6514') } as Config['auditStream']
  await makeStateReader([new Registry()], counted, { ...server.config, backups, auditStream })()
  expect(texts.length).toBeGreaterThan(5)
  expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
})
