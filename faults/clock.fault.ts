import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getSession } from '@gatehouse/contract/session.ts'
import { afterAll, expect, test } from 'vitest'
import { type Found, findPackages } from '../e2e/parties/debian.ts'
import { startEmbeddedPostgres } from '../server/src/db/embedded-postgres.ts'
import { PASSWORD } from '../server/test/builders.ts'
import { aDataDir, cleanUp, queryAt, signInAt, start } from '../server/test/processes.ts'
import { stops } from './outage.ts'
import { skipped, useTable } from './table.ts'
import { timed } from './times.ts'

// T135: the clock of a server jumps while it runs, and that of the database does not.

const ADMIN = { ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const MASTER_KEY = Buffer.alloc(32, 7).toString('base64')
const WHAT = 'T135: the clock of a server jumps'
/** Two sign-ins each: the eleventh session would end the first one. */
const JUMPS = ['+2h', '-2h', '-1d', '+13y']
const LIBRARY = `usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu/faketime/libfaketime.so.1`
/** The clock is looked at again once a minute, and at once after a jump. */
const TIME_OFF_MAX_MS = 2000

const faketime = find()
if (faketime === null) skipped(WHAT, 'The package libfaketime is not installed, and cannot be fetched.')
const line = useTable(WHAT)
const folder = mkdtempSync(join(tmpdir(), 'gatehouse-clock-'))
afterAll(async () => {
  await cleanUp()
  rmSync(folder, { recursive: true, force: true })
})

test.runIf(faketime !== null)(
  'what it decides and says follows the database, and it reports itself as not ready',
  async () => {
    const postgres = await startEmbeddedPostgres(aDataDir())
    const { host, port } = postgres.connection
    const DATABASE_URL = `postgres://gatehouse@/postgres?host=${encodeURIComponent(host)}&port=${port}`
    const env = { DATABASE_URL, MASTER_KEY, ...ADMIN }
    const clock = join(folder, 'clock')
    const set = (jump: string) => writeFileSync(clock, `${jump}\n`)
    set('+0')
    const right = await start({ ...env, DATA_DIR: aDataDir() })
    const server = await start({
      ...{
        ...env,
        DATA_DIR: aDataDir(),
        LD_PRELOAD: (faketime as Found).path(LIBRARY),
        FAKETIME_TIMESTAMP_FILE: clock,
      },
      ...{ FAKETIME_NO_CACHE: '1', DONT_FAKE_MONOTONIC: '1', FAKETIME_DONT_RESET: '1' },
    })
    const authorization = `Bearer ${await signInAt(server, ADMIN.ADMIN_EMAIL, PASSWORD)}`
    const role = async (on: typeof server) => (await on.call(getSession, {}, { authorization })).data.session?.role
    // Nobody is sent more than five codes an hour, and the inbox shows the ids of this server, which has a clock of its own, first.
    const forget = () => queryAt(postgres.connection, 'with one as (delete from throttles) delete from inbox')
    for (const jump of JUMPS) {
      await forget()
      set(jump)
      await expect.poll(() => server.status('/readyz')).toBe(503)
      line(`${jump}: /readyz`, 503, true)
      line(`${jump}: the session goes on`, String(await role(server)), (await role(server)) === 'Admin')
      const { data } = await server.call(getSession)
      const off = Math.abs(Date.parse(data.time) - Date.now())
      line(`${jump}: the time that it tells pages is off by`, `${off} ms`, off < TIME_OFF_MAX_MS)
      const { result, ms } = await timed(() =>
        signInAt(server, ADMIN.ADMIN_EMAIL, PASSWORD, right).then(() => 'yes', String),
      )
      line(`${jump}: its codes work`, `${result}, ${Math.round(ms)} ms`, result === 'yes')
      await forget()
      const other = await signInAt(right, ADMIN.ADMIN_EMAIL, PASSWORD).then(() => 'yes', String)
      line(`${jump}: codes of the other server work`, other, other === 'yes')
    }
    set('+0')
    await expect.poll(() => server.status('/readyz')).toBe(200)
    line('set right again: /readyz', 200, true)
    line('and the session of before all jumps', String(await role(right)), (await role(right)) === 'Admin')
    for (const one of [server, right]) await stops(line, one)
    await postgres.stop()
  },
)

function find(): Found | null {
  try {
    return findPackages(['libfaketime'], [LIBRARY])
  } catch {
    return null
  }
}
