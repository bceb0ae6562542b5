import { execFileSync } from 'node:child_process'
import { rmSync, statfsSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { aFolder } from '../../test/folders.ts'
import { environmentOf, runGatehouse } from '../../test/gatehouse.ts'
import { copyCluster } from '../../test/prepared.ts'
import { aDataDir, cleanUp, start } from '../../test/processes.ts'
import { useTestServer } from '../../test/server.ts'
import { canMountSmall, mountSmall, unmount } from '../../test/small-disk.ts'

const FOLDER = aFolder()
const FILE = join(FOLDER, 'a.backup')
const server = useTestServer()
afterAll(cleanUp)

beforeAll(async () => {
  const made = await runGatehouse(['backup', '--to', FILE, '--quiet'], environmentOf(server, FOLDER))
  expect(made).toMatchObject({ code: 0, err: '' })
})

type Parts = { user: string; socket: string; port: number; name: string }

// Several of these are no URL for `new URL`.
const ADDRESSES: [string, (parts: Parts) => string][] = [
  ['the host in the URL', ({ user, socket, port, name }) => `${user}@${socket}:${port}/${name}`],
  ['the host as a parameter', ({ user, socket, port, name }) => `${user}@/${name}?host=${socket}&port=${port}`],
  ['the user as a parameter', ({ user, socket, port, name }) => `/${name}?user=${user}&host=${socket}&port=${port}`],
  ['another host in the URL', ({ user, socket, port, name }) => `${user}@db:1/${name}?host=${socket}&port=${port}`],
]

const environment = (rest: (parts: Parts) => string) => {
  const { host, port, user } = inject('postgres')
  const name = server.db.pool.options.database as string
  const address = `postgres://${rest({ user, socket: encodeURIComponent(host), port, name })}`
  return { ...environmentOf(server, FOLDER), DATABASE_URL: address }
}

test.each(ADDRESSES)('a backup is tried with %s', async (_what, rest) => {
  const tried = await runGatehouse(['backup', 'try', FILE, '--quiet'], environment(rest))
  expect(tried).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Restored for trial') })
})

test('a bundle for support says to which host the driver connects', async () => {
  const env = environment(({ user, socket, port, name }) => `${user}@/${name}?host=${socket}&port=${port}`)
  const { bytes } = await runGatehouse(['support-bundle', '--output', '-'], env)
  const settings = execFileSync('tar', ['-xzO', 'gatehouse-support/settings.json'], { input: bytes, encoding: 'utf8' })
  const { host, port } = inject('postgres')
  expect(JSON.parse(settings).database).toEqual([`${host}:${port}`])
})

test.runIf(canMountSmall('A trial on a full disk'))('no trial fills the disk of the embedded database', async () => {
  const dataDir = aDataDir()
  const disk = dirname(dataDir)
  expect(mountSmall(disk, 'size=400m,mode=0700')).toBeNull()
  try {
    const env = { DATA_DIR: copyCluster(inject('preparedCluster'), dataDir) }
    const running = await start(env)
    const file = join(FOLDER, 'embedded.backup')
    expect(await runGatehouse(['backup', '--quiet', '--to', file], env)).toMatchObject({ code: 0 })
    const { bavail, bsize } = statfsSync(disk)
    writeFileSync(join(disk, 'filler'), Buffer.alloc(bavail * bsize - 5_000_000))
    const tried = () => runGatehouse(['backup', 'try', '--quiet', file], env)
    const sentence = /^A scratch database may need \d+ MB, and [45] MB are free in .*\.\n$/
    expect(await tried()).toMatchObject({ code: 1, out: '', err: expect.stringMatching(sentence) })
    rmSync(join(disk, 'filler'))
    expect(await tried()).toMatchObject({ code: 0, err: '' })
    running.kill('SIGTERM')
    await running.exit
  } finally {
    unmount(disk)
  }
})
