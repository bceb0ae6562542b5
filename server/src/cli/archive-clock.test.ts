import { cpSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { PASSWORD } from '../../test/builders.ts'
import { runGatehouse } from '../../test/gatehouse.ts'
import { aPreparedDataDir } from '../../test/prepared.ts'
import { cleanUp, type Running, start } from '../../test/processes.ts'
import { BASE_FILE, type Base } from '../archive/places.ts'

// A copy that was made while the clock was ahead says a later time than now.

const DATA_DIR = aPreparedDataDir()
const FOLDER = dirname(DATA_DIR)
const ARCHIVE_TO = join(FOLDER, 'archive')
const ENVIRONMENT = { DATA_DIR, ARCHIVE_TO, ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const SLOW = { timeout: 120_000 }
const DAY_MS = 86_400_000
const DAYS_AHEAD = [40, 41, 42]

let server: Running
afterAll(cleanUp)

const gatehouse = (args: string[], more = {}) => runGatehouse(['archive', ...args], { ...ENVIRONMENT, ...more })
const status = async () => JSON.parse((await gatehouse(['status', '--json'])).out)
const bases = () => join(ARCHIVE_TO, readdirSync(ARCHIVE_TO)[0] as string, 'base')
const copies = () => readdirSync(bases()).filter((name) => /Z$/.test(name))
const stop = () => {
  server.kill('SIGTERM')
  return server.exit
}

/** The same copy, as if it had been made so many days later. */
function copyAhead(name: string, days: number): string {
  const { startedAt, finishedAt, ...base } = JSON.parse(readFileSync(join(bases(), name, BASE_FILE), 'utf8')) as Base
  const later = (at: string) => new Date(Date.parse(at) + days * DAY_MS).toISOString()
  const ahead = `base-${later(startedAt).replace(/[-:]|\.\d+/g, '')}`
  cpSync(join(bases(), name), join(bases(), ahead), { recursive: true })
  const text = JSON.stringify({ ...base, startedAt: later(startedAt), finishedAt: later(finishedAt) })
  writeFileSync(join(bases(), ahead, BASE_FILE), text)
  return ahead
}

test('copies of a later time do not count, and go before others', async () => {
  // The server itself removes none of the four: it looks for old ones at some moment after its first copy.
  server = await start({ ...ENVIRONMENT, ARCHIVE_KEEP: '3' })
  await expect.poll(() => copies().length, SLOW).toBe(1)
  const [right = ''] = copies()
  const ahead = DAYS_AHEAD.map((days) => copyAhead(right, days))
  expect(await status()).toMatchObject({
    ...{ isGood: true, base: 'good' },
    copies: [{ name: right, isAhead: false }, ...ahead.map((name) => ({ name, isAhead: true }))],
  })
  const { out } = await gatehouse(['status'])
  for (const name of ahead)
    expect(out).toMatch(new RegExp(`${name} .*made while the clock was ahead: it does not count`))
  expect(out).toMatch(/as of any moment since 2/)
  const made = await gatehouse(['base', '--json'], { ARCHIVE_KEEP: '2' })
  const { name, removed } = JSON.parse(made.out)
  expect(removed.bases).toBe(3)
  expect(copies()).toEqual([right, name])
})

test('where only such a copy is left, that is said, and a server makes another one at once', async () => {
  const [right = ''] = copies()
  await stop()
  const ahead = copyAhead(right, 40)
  for (const name of copies()) if (name !== ahead) rmSync(join(bases(), name), { recursive: true })
  const recover = (...args: string[]) => gatehouse(['recover', '--to', join(FOLDER, 'recovered'), ...args])
  expect((await gatehouse(['status'])).out).toContain('No moment can be recovered: there is no base copy that counts.')
  const now = await recover('--at', new Date().toISOString())
  expect(now).toMatchObject({ code: 2, err: expect.stringContaining('leave out --at for all that was archived') })
  const everything = await recover()
  expect(everything.err).toContain(`Unpacking ${ahead}.`)
  expect(everything.err).toContain('made while the clock was ahead, or this one is behind')
  server = await start({ ...ENVIRONMENT, ARCHIVE_KEEP: '1' })
  await expect.poll(() => copies().length, SLOW).toBe(2)
  expect(await status()).toMatchObject({ isGood: true, base: 'good', copies: [{ isAhead: false }, { isAhead: true }] })
})
