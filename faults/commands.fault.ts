import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { PASSWORD } from '../server/test/builders.ts'
import { runGatehouse, startGatehouse } from '../server/test/gatehouse.ts'
import { aDataDir, cleanUp, query, type Running, start } from '../server/test/processes.ts'
import { useTable } from './table.ts'

// Commands of operators are killed at a random moment, again and again, while a server works: the erasure of a person, and the
// rotation of the keys that sign tokens.

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const ROUNDS = Number(process.env.FAULTS_ROUNDS ?? 8)
const LINES = 10_000
const DATA_DIR = aDataDir()
const SOON = { timeout: 120_000, interval: 500 }

const line = useTable(`Commands killed in ${ROUNDS} random places`)
afterAll(cleanUp)

const ask = <Row extends Record<string, unknown>>(statement: string) => query<Row>(DATA_DIR, statement)
const env = { DATA_DIR, MASTER_KEY }
let server: Running

/** A full run, and how long it takes. */
async function complete(words: string[]) {
  const startedAt = performance.now()
  const { code, err } = await runGatehouse(words, env)
  expect(err).toBe('')
  expect(code).toBe(0)
  return performance.now() - startedAt
}

/** Kills a command at a random moment of its usual time. That is taken for less whenever it has ended before. */
function killerOf(words: string[], usualMs: number) {
  let expectedMs = usualMs
  /** @returns whether it was killed before it had ended */
  return async (): Promise<boolean> => {
    const command = startGatehouse(words, env)
    // The first half of the time is mostly the start of the command.
    await sleep(expectedMs * (0.4 + 0.7 * Math.random()))
    const isKilled = command.kill('SIGKILL')
    if (!isKilled) expectedMs *= 0.8
    return isKilled
  }
}

async function aPersonWithLines(id: string) {
  await ask(`
    insert into audit_events (id, event, subject_id, ip, detail)
    select gen_random_uuid(), 'users.updated', '${id}', '203.0.113.7', '{"name": "Asha Rao"}' from generate_series(1, ${LINES})`)
  await expect.poll(async () => (await ask('select from audit_unsealed')).length, SOON).toBe(0)
}

/** Of the lines about a person: those with their details, and those that are erased in part or without a reason. */
async function readLines(id: string) {
  const [found] = await ask<{ whole: number; erased: number; halves: number; reasons: number }>(`
    select count(*) filter (where e.detail <> '{}' and l.salt is not null)::int as whole,
      count(*) filter (where e.detail = '{}' and e.ip is null and l.salt is null and l.details_hash is not null)::int as erased,
      count(*) filter (where (e.detail = '{}') <> (l.salt is null))::int as halves,
      (select count(*)::int from audit_events r where r.subject_id = '${id}' and r.event = 'audit.person-erased') as reasons
    from audit_events e join audit_leaves l using (number) where e.subject_id = '${id}' and e.event = 'users.updated'`)
  return found as NonNullable<typeof found>
}

test('an erasure that was cut off has erased whole lines only, with their reason, and is completed by the next one', async () => {
  server = await start({ ...env, ...ADMIN })
  const [first, second] = ['0192f0c1-0000-7000-8000-000000000001', '0192f0c1-0000-7000-8000-000000000002']
  await aPersonWithLines(first)
  await aPersonWithLines(second)
  const usualMs = await complete(['audit', 'erase', first, '--yes'])
  const killed = killerOf(['audit', 'erase', second, '--yes'], usualMs)
  let [kills, partly, halves, unreasoned] = [0, 0, 0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    if (await killed()) kills++
    const seen = await readLines(second)
    if (seen.erased > 0 && seen.whole > 0) partly++
    halves += seen.halves
    if (seen.erased > 0 && seen.reasons === 0) unreasoned++
    expect(seen.whole + seen.erased + seen.halves).toBe(LINES)
  }
  line('erasures killed; of them with some lines erased', `${kills}, ${partly}`, kills > 0)
  line('lines erased in part', halves, halves === 0)
  line('erasures without a line that says so', unreasoned, unreasoned === 0)
  await complete(['audit', 'erase', second, '--yes'])
  const { whole, erased } = await readLines(second)
  line('lines with details after the next one', whole, whole === 0 && erased === LINES)
  const { code, out } = await runGatehouse(['audit', 'verify'], env)
  line('the audit is verified', code === 0 ? 'yes' : out.slice(0, 200), code === 0)
})

test('a rotation of signing keys that was cut off has renewed all algorithms or none, and the server publishes what there is', async () => {
  const readKeys = () =>
    ask<{ alg: string; all: number; published: number }>(`
      select alg, count(*)::int as all, count(*) filter (where retired_at is null)::int as published
      from signing_keys group by alg order by alg`)
  const published = async () => {
    const { keys } = (await (await fetch(`${server.origin}/oauth2/jwks`)).json()) as { keys: { kid: string }[] }
    return keys.map(({ kid }) => kid).toSorted()
  }
  const age = () => ask("update signing_keys set created_at = created_at - interval '2 days'")
  await published()
  await age()
  const usualMs = await complete(['keys', 'rotate'])
  const killed = killerOf(['keys', 'rotate'], usualMs)
  let [kills, uneven, missing] = [0, 0, 0]
  for (let round = 0; round < ROUNDS; round++) {
    await age()
    if (await killed()) kills++
    const keys = await readKeys()
    if (new Set(keys.map(({ all }) => all)).size !== 1) uneven++
    if (keys.length !== 2 || keys.some((one) => one.published !== 2)) missing++
  }
  line('rotations killed', kills, kills > 0)
  line('rotations of one algorithm only', uneven, uneven === 0)
  line('times without two published keys of each', missing, missing === 0)
  const [told] = await ask<{ lines: number; renewals: number }>(`
    select count(*)::int as lines, (select count(*)::int / 2 - 1 from signing_keys) as renewals
    from audit_events where event = 'installation.signing-keys-renewed'`)
  line('renewals, and lines of the audit', `${told?.renewals}, ${told?.lines}`, told?.renewals === told?.lines)
  const stored = (await ask<{ kid: string }>('select kid from signing_keys where retired_at is null order by kid')).map(
    ({ kid }) => kid,
  )
  await expect.poll(published, SOON).toEqual(stored.toSorted())
  line('keys that the server publishes', stored.length, stored.length === 4)
  const { code } = await runGatehouse(['doctor', '--quiet'], { ...env, PORT: new URL(server.origin).port })
  line('the doctor ends with', code, code === 0)
  server.kill('SIGTERM')
  line('the server, asked to stop, ends with', String((await server.exit).code), true)
})
