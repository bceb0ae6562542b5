import { once } from 'node:events'
import { existsSync, readdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { PASSWORD } from '../../test/builders.ts'
import { runGatehouse, startGatehouse } from '../../test/gatehouse.ts'
import { aPreparedDataDir } from '../../test/prepared.ts'
import { cleanUp, findPostgres, isAlive, start } from '../../test/processes.ts'

const DATA_DIR = aPreparedDataDir()
const ARCHIVE_TO = join(dirname(DATA_DIR), 'archive')
const ENVIRONMENT = { DATA_DIR, ARCHIVE_TO, ADMIN_EMAIL: 'root@example.com', ADMIN_PASSWORD: PASSWORD }
const TO = join(dirname(DATA_DIR), 'recovered')
const UNFINISHED = `${TO}.recovering`
const SLOW = { timeout: 120_000 }
const RECOVER = ['archive', 'recover', '--to', TO, '--yes']

afterAll(cleanUp)

/** A recovery that waits for the present database, in which a table is locked. */
async function aWaitingRecovery() {
  const command = startGatehouse(RECOVER, ENVIRONMENT)
  let err = ''
  command.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text
  })
  const ended = once(command, 'close')
  await expect.poll(() => err, SLOW).toContain('Removing sessions')
  return { command, ended, pid: findPostgres(UNFINISHED)?.pid as number, err: () => err }
}

test('a recovery that is interrupted leaves no database behind, and one that is killed says what to do', async () => {
  await start(ENVIRONMENT)
  const copies = () => readdirSync(join(ARCHIVE_TO, readdirSync(ARCHIVE_TO)[0] ?? '', 'base'))
  await expect.poll(() => copies().filter((name) => name.endsWith('Z')).length, SLOW).toBe(1)
  const present = new pg.Client(findPostgres(DATA_DIR)?.connection)
  await present.connect()
  await present.query('begin; lock table users in access exclusive mode')

  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const interrupted = await aWaitingRecovery()
    expect(isAlive(interrupted.pid)).toBe(true)
    interrupted.command.kill(signal)
    expect(await interrupted.ended).toEqual([2, null])
    expect(interrupted.err()).toContain('Interrupted: nothing was recovered.')
    expect({ isAlive: isAlive(interrupted.pid), isLeft: existsSync(UNFINISHED) }).toEqual({
      isAlive: false,
      isLeft: false,
    })
  }

  const killed = await aWaitingRecovery()
  killed.command.kill('SIGKILL')
  await killed.ended
  const next = await runGatehouse(RECOVER, ENVIRONMENT)
  expect(next).toMatchObject({
    code: 2,
    err: expect.stringContaining(`"kill -INT ${killed.pid}" and remove the folder`),
  })
  process.kill(killed.pid, 'SIGINT')
  await expect.poll(() => isAlive(killed.pid), SLOW).toBe(false)
  expect((await runGatehouse(RECOVER, ENVIRONMENT)).err).toContain('remove it first')
  rmSync(UNFINISHED, { recursive: true })

  await present.end()
  expect(await runGatehouse(RECOVER, ENVIRONMENT)).toMatchObject({ code: 0 })
})

test('a recovery that is interrupted while it unpacks leaves nothing', async () => {
  rmSync(TO, { recursive: true, force: true })
  const command = startGatehouse(RECOVER, ENVIRONMENT)
  const ended = once(command, 'close')
  await once(command.stderr, 'data')
  command.kill('SIGTERM')
  expect(await ended).toEqual([2, null])
  expect([TO, UNFINISHED].filter((folder) => existsSync(folder))).toEqual([])
})
