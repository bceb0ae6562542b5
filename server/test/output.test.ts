import { openSync } from 'node:fs'
import { getSession } from '@gatehouse/contract/session.ts'
import { signUp } from '@gatehouse/contract/signin.ts'
import { afterEach, expect, test } from 'vitest'
import { PASSWORD } from './builders.ts'
import { aPreparedDataDir } from './prepared.ts'
import { cleanUp, type Running, run, start } from './processes.ts'

afterEach(cleanUp)

const ENV = { LOG_LEVEL: 'trace', ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const FORM = { firstName: 'Asha', lastName: 'Rao', email: 'asha@example.com', phoneNumber: '9876543210' }

async function expectAtWork(server: Running) {
  // More output than any pipe buffers.
  for (let times = 0; times < 300; times++) expect((await server.call(getSession)).code).toBe(200)
  expect((await server.call(signUp, { ...FORM, password: PASSWORD })).code).toBe(200)
  expect([await server.status('/healthz'), await server.status('/readyz')]).toEqual([200, 200])
  server.kill('SIGTERM')
  expect(await server.exit).toEqual({ code: 0, signal: null })
  expect(server.err()).toBe('')
}

test('a full disk under the log does not stop the server', async () => {
  const server = await run({ ...ENV, DATA_DIR: aPreparedDataDir() }, { output: openSync('/dev/full', 'w') })
  await expect.poll(() => server.status('/readyz').catch(() => 0), { timeout: 120_000 }).toBe(200)
  await expectAtWork(server)
})

test('a closed output does not stop the server', async () => {
  const server = await start({ ...ENV, DATA_DIR: aPreparedDataDir() })
  server.closeOutput()
  await expectAtWork(server)
})

test('a log reader that has stopped does not stop the server', async () => {
  const server = await start({ ...ENV, DATA_DIR: aPreparedDataDir() })
  server.stopReading()
  await expectAtWork(server)
})
