import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SERVER_COMMAND } from '../../../scripts/server-process.mjs'
import { aPerson } from '../../test/builders.ts'
import { aFolder } from '../../test/folders.ts'
import { environmentOf, runGatehouse, startGatehouse } from '../../test/gatehouse.ts'
import { aPreparedDataDir } from '../../test/prepared.ts'
import { cleanUp, findPostgres } from '../../test/processes.ts'
import { useTestServer } from '../../test/server.ts'
import { sealLines } from '../audit/chain/seal-lines.ts'
import { recordAudit } from '../audit/record-audit.ts'

const FOLDER = aFolder()
const server = useTestServer()
afterAll(cleanUp)

const PLAN = join(FOLDER, 'plan.yaml')
const APPLIED = join(FOLDER, 'applied.yaml')
const permission = (name: string) =>
  `gatehouse: 1\npermissions:\n  - { name: '${name}', description: 'of a file', status: ACTIVE }\n`

beforeAll(async () => {
  writeFileSync(PLAN, permission('output:planned'))
  writeFileSync(APPLIED, permission('output:applied'))
  await aPerson(server)
  await recordAudit(server.db, { event: 'signin.completed' })
  await sealLines(server.db, server)
  const client = await server.db.pool.connect()
  await client.query("begin; set local session_replication_role = 'replica'")
  await client.query("update audit_events set ip = '203.0.113.9' where number = 1; commit")
  client.release()
})

/** Runs `script` in a shell, where `"$0" "$@"` is the command. */
async function inShell(script: string, args: string[], env = environmentOf(server, FOLDER)) {
  const child = spawn('bash', ['-c', script, process.execPath, SERVER_COMMAND, ...args], {
    env: { PATH: process.env.PATH, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [out, err, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  return { code: code as number, out, err }
}

const toFullDisk = (args: string[], env?: Record<string, string>) => inShell('"$0" "$@" > /dev/full', args, env)

/** Runs the command with a reader that stops before the first byte. */
async function withoutReader(args: string[]) {
  const child = startGatehouse(args, environmentOf(server, FOLDER))
  child.stdout.destroy()
  const [err, [code]] = await Promise.all([text(child.stderr), once(child, 'close')])
  return { code: code as number, err }
}

const NO_SPACE = 'could not be written: no space left on device.'

describe('on a disk that is full', () => {
  test.each([
    ['help'],
    ['audit verify --help'],
    ['completion bash'],
    ['users list'],
    ['users list --json'],
    ['keys list'],
    ['database status'],
    ['doctor'],
    ['audit verify'],
    ['audit verify --json'],
    ['audit export'],
    ['audit export --format csv'],
    ['config export'],
    [`config plan ${PLAN}`],
    ['backup --to - --quiet'],
    ['support-bundle --output -'],
  ])('%s ends with 2 and says why', async (words) => {
    const { code, err } = await toFullDisk(words.split(' '))
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(NO_SPACE) })
    expect(err.trim().split('\n')).toHaveLength(1)
  })

  test('config apply says that it was carried out all the same', async () => {
    const { code, err } = await toFullDisk(['config', 'apply', APPLIED])
    expect({ code, err }).toEqual({ code: 2, err: `The command was carried out, but its output ${NO_SPACE}\n` })
    const { rows } = await server.db.execute(sql`select from permissions where name = 'output:applied'`)
    expect(rows).toHaveLength(1)
  })

  test('restore finishes its work, and leaves no database running', async () => {
    const file = join(FOLDER, 'made.backup')
    expect(await runGatehouse(['backup', '--to', file], environmentOf(server, FOLDER))).toMatchObject({ code: 0 })
    const dataDir = aPreparedDataDir()
    const { MASTER_KEY } = environmentOf(server, FOLDER)
    const args = ['restore', file, '--replace', '--yes']
    const { code, err } = await toFullDisk(args, { DATA_DIR: dataDir, MASTER_KEY: MASTER_KEY as string })
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(NO_SPACE) })
    expect(err).toContain('Building the indexes of the searches.')
    expect(findPostgres(dataDir)).toBe(null)
    expect(existsSync(join(dataDir, 'postgres/postmaster.pid'))).toBe(false)
  })

  // The first write is a short one, and nothing comes after it that could fail.
  test.each([['config export']])('%s is never cut off in silence', async (words) => {
    const file = join(FOLDER, `cut-${words.replace(' ', '-')}`)
    const { code, err } = await inShell(`ulimit -f 1; "$0" "$@" >> ${file}`, words.split(' '))
    expect(readFileSync(file)).toHaveLength(1024)
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('could not be written') })
  })
})

describe('with a reader that has seen enough', () => {
  test('the code is that of the check', async () => {
    const plan = ['config', 'plan', PLAN]
    expect(await inShell(`"$0" "$@" | grep -q Create; exit \${PIPESTATUS[0]}`, plan)).toMatchObject({ code: 1 })
    const verify = ['audit', 'verify', '--json']
    const head = await inShell(`"$0" "$@" | head -1; exit \${PIPESTATUS[0]}`, verify)
    expect(head).toMatchObject({ code: 1, err: '', out: expect.stringContaining('"kind":"changed"') })
  })

  test.each([
    [1, `config plan ${PLAN}`],
    [1, 'audit verify'],
    [1, 'audit verify --json'],
    [1, 'doctor'],
    [0, 'users list --json'],
    [0, 'keys list'],
    [0, 'help'],
    [0, 'users list --help'],
  ])('code %i: %s', async (code, words) => {
    expect(await withoutReader(words.split(' '))).toEqual({ code, err: '' })
  })

  test.each([
    ['backup --to - --quiet'],
    ['audit export'],
    ['audit export --format cef'],
    ['config export'],
    ['support-bundle --output -'],
    ['completion bash'],
  ])('%s, which must be complete, ends with 2', async (words) => {
    const { code, err } = await withoutReader(words.split(' '))
    expect({ code, err }).toEqual({ code: 2, err: 'The output is not complete: its reader has stopped reading.\n' })
  })
})

test('a full disk for what is said aside changes nothing', async () => {
  const file = join(FOLDER, 'aside.backup')
  const made = await inShell('"$0" "$@" 2> /dev/full', ['backup', '--to', file])
  expect(made).toMatchObject({ code: 0, out: expect.stringContaining(file) })
})
