import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { aPreparedDataDir } from '../../test/prepared.ts'
import { cleanUp, queryAt } from '../../test/processes.ts'
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts'
import { findPrimary, type SeenTimelines } from './hosts.ts'

const started: EmbeddedPostgres[] = []
afterAll(async () => {
  await Promise.all(started.map(({ stop }) => stop()))
  await cleanUp()
})

/** A cluster that began as the same as any other here. */
async function aPostgres({ isStandby }: { isStandby: boolean }) {
  const dataDir = aPreparedDataDir()
  if (isStandby) writeFileSync(join(dataDir, 'postgres/standby.signal'), '')
  const postgres = await startEmbeddedPostgres(dataDir)
  started.push(postgres)
  const { host, port } = postgres.connection
  return { ...postgres, url: `postgres://gatehouse@/postgres?host=${encodeURIComponent(host)}&port=${port}` }
}

test('a former primary that takes changes again is not used beside the new one, nor without it by whoever has seen that', async () => {
  const [former, next] = await Promise.all([aPostgres({ isStandby: false }), aPostgres({ isStandby: true })])
  const [hosts, turned] = [
    [former.url, next.url],
    [next.url, former.url],
  ]
  const seen: SeenTimelines = new Map()
  expect(await findPrimary(hosts, 10_000, seen)).toBe(former.url)
  await queryAt(next.connection, 'select pg_promote()')
  for (const urls of [hosts, turned, hosts]) expect(await findPrimary(urls, 10_000, seen)).toBe(next.url)
  expect(await findPrimary(hosts)).toBe(next.url)
  await next.stop()
  await expect(findPrimary(hosts, 10_000, seen)).rejects.toThrow('was the primary before a fail-over')
  // Another cluster has timelines of its own.
  expect(await findPrimary(hosts, 10_000, new Map([['7300000000000000000', 9]]))).toBe(former.url)
  // Who has not seen it, such as a server that is started then, cannot know.
  expect(await findPrimary(hosts)).toBe(former.url)
})
