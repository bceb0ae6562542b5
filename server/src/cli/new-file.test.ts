import { spawn } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, test } from 'vitest'
import { SERVER_COMMAND } from '../../../scripts/server-process.mjs'
import { aFolder } from '../../test/folders.ts'
import { environmentOf, runGatehouse, startGatehouse } from '../../test/gatehouse.ts'
import { cleanUp } from '../../test/processes.ts'
import { useTestServer } from '../../test/server.ts'

const FOLDER = aFolder()
const server = useTestServer()
afterAll(cleanUp)

const environment = () => environmentOf(server, FOLDER)

/** Starts a backup that has written a part of its file and waits for a table, until `goOn`. */
async function aBackupUnderWay(file: string) {
  const client = await server.db.pool.connect()
  await client.query('begin; lock table users in access exclusive mode')
  const child = startGatehouse(['backup', '--to', file, '--quiet'], environment())
  const ended = Promise.all([text(child.stderr), once(child, 'close')])
  await expect.poll(() => existsSync(`${file}.unfinished`), { timeout: 20_000 }).toBe(true)
  const goOn = async () => {
    await client.query('rollback')
    client.release()
  }
  return { child, ended, goOn }
}

const verify = (file: string) => runGatehouse(['backup', 'verify', file, '--quiet'], environment())

test('of two backups to one file at once the second is refused, and the first can be read', async () => {
  const file = join(FOLDER, 'once.backup')
  const first = await aBackupUnderWay(file)
  const second = await runGatehouse(['backup', '--to', file, '--quiet'], environment())
  expect(second).toMatchObject({
    code: 2,
    err: `${file}.unfinished is being written, or was left by a command that was killed: remove it then.\n`,
  })
  await first.goOn()
  const [err, [code]] = await first.ended
  expect({ code, err }).toEqual({ code: 0, err: '' })
  expect(await verify(file)).toMatchObject({ code: 0, err: '' })
  expect(readdirSync(FOLDER).filter((name) => name.startsWith('once'))).toEqual(['once.backup'])
})

test.each(['SIGHUP', 'SIGINT', 'SIGTERM'] as const)('a backup that is stopped by %s leaves no file', async (signal) => {
  const file = join(FOLDER, `${signal}.backup`)
  const { child, ended, goOn } = await aBackupUnderWay(file)
  child.kill(signal)
  const [, [code, by]] = await ended
  await goOn()
  expect({ code, by }).toEqual({ code: null, by: signal })
  expect(readdirSync(FOLDER).filter((name) => name.startsWith(signal))).toEqual([])
})

const COMMANDS = [['backup --quiet --to'], ['support-bundle --output'], ['config export --to']]

test.each(COMMANDS)('%s says why its file cannot be made, and ends with 2', async (words) => {
  writeFileSync(join(FOLDER, 'file'), '')
  for (const [place, why] of [
    ['missing/a', 'no such file or directory'],
    ['file/a', 'not a directory'],
  ] as const) {
    const file = join(FOLDER, place)
    const { code, err } = await runGatehouse([...words.split(' '), file], environment())
    expect({ code, err }).toEqual({ code: 2, err: `${file} could not be written: ${why}.\n` })
  }
})

test.each(COMMANDS)('%s says which file did not fit', async (words) => {
  const folder = join(FOLDER, words.replaceAll(' ', '-'))
  mkdirSync(folder)
  const file = join(folder, 'a')
  // A file may have 1 KiB, as if the disk were full then.
  const args = ['-c', 'ulimit -f 1; "$0" "$@"', process.execPath, SERVER_COMMAND, ...words.split(' '), file]
  const env = { PATH: process.env.PATH, ...environment() }
  const child = spawn('bash', args, { env, stdio: ['ignore', 'ignore', 'pipe'] })
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  expect({ code, err }).toEqual({ code: 2, err: `${file} could not be written: file too large.\n` })
  expect(readdirSync(folder)).toEqual([])
})

test('a configuration that is exported again replaces the former one, with its rights, once it is whole', async () => {
  const folder = join(FOLDER, 'again')
  mkdirSync(folder)
  const file = join(folder, 'portal.yaml')
  writeFileSync(file, 'gatehouse: 1\n', { mode: 0o640 })
  symlinkSync('portal.yaml', join(folder, 'link.yaml'))
  const args = ['-c', 'ulimit -f 1; "$0" "$@"', process.execPath, SERVER_COMMAND, 'config', 'export', '--to', file]
  const full = spawn('bash', args, { env: { PATH: process.env.PATH, ...environment() }, stdio: 'ignore' })
  expect(await once(full, 'close')).toEqual([2, null])
  expect(readFileSync(file, 'utf8')).toBe('gatehouse: 1\n')

  const to = (name: string) => runGatehouse(['config', 'export', '--to', name], environment())
  expect(await to(join(folder, 'link.yaml'))).toMatchObject({ code: 0, err: '' })
  expect(readFileSync(file, 'utf8')).toContain('permissions:')
  expect(statSync(file).mode & 0o777).toBe(0o640)
  expect(lstatSync(join(folder, 'link.yaml')).isSymbolicLink()).toBe(true)
  expect(readdirSync(folder).sort()).toEqual(['link.yaml', 'portal.yaml'])
  // A killed one has left a part.
  writeFileSync(`${file}.unfinished`, '')
  expect(await to(file)).toMatchObject({ code: 0, err: '' })
  rmSync(`${file}.unfinished`)
  const piped = spawn('bash', ['-c', '"$0" "$@" | cat', ...args.slice(2, -1), '/dev/stdout'], {
    env: { PATH: process.env.PATH, ...environment() },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  expect(await text(piped.stdout)).toContain('permissions:')
})

test.each([
  ['config plan'],
  ['config apply'],
  ['audit verify --offline'],
  ['audit verify --anchor'],
  ['backup verify --quiet'],
  ['backup try --quiet'],
])('%s says why its file cannot be read, and ends with 2', async (words) => {
  const empty = join(FOLDER, 'empty')
  writeFileSync(empty, '')
  for (const [file, why] of [
    [join(FOLDER, 'missing'), 'no such file or directory'],
    [FOLDER, 'illegal operation on a directory'],
  ] as const) {
    const { code, err } = await runGatehouse([...words.split(' '), file], environment())
    expect({ code, err }).toEqual({ code: 2, err: `${file} could not be read: ${why}.\n` })
  }
  const { code, err, out } = await runGatehouse([...words.split(' '), empty], environment())
  expect(err + out).toMatch(/^[^\n]+\n$/)
  expect(code).toBe(words.startsWith('backup verify') ? 1 : 2)
})
