import { open, readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Entry, endOfTar, headerOf, paddingOf } from './tar.ts'

/** What PostgreSQL makes itself at its start; the log comes from the archive (PostgreSQL, "Making a Base Backup"). */
const EMPTY = new Set([
  'pg_wal',
  'pg_replslot',
  'pg_dynshmem',
  'pg_notify',
  'pg_serial',
  'pg_snapshots',
  'pg_stat_tmp',
  'pg_subtrans',
])
const LEFT_OUT =
  /^(?:postmaster\.(?:pid|opts)|pg_internal\.init.*|pgsql_tmp.*|backup_label.*|tablespace_map.*|(?:recovery|standby)\.signal|.*\.tmp)$/
const CONTROL_FILE = 'global/pg_control'
const BLOCK_BYTES = 256 * 1024

/**
 * The folder of a running database as a tar file.
 *
 * @param stop called when everything is read; gives the content of `backup_label`
 */
export async function* packCluster(from: string, stop: () => Promise<string>): AsyncGenerator<Buffer> {
  yield* packFolder(from, '')
  yield* packBytes(CONTROL_FILE, await readControlFile(from))
  yield* packBytes('backup_label', Buffer.from(await stop()))
  yield endOfTar()
}

async function* packFolder(from: string, path: string): AsyncGenerator<Buffer> {
  if (path !== '') yield headerOf({ path: `${path}/`, size: 0, isFolder: true })
  if (EMPTY.has(path)) return
  for (const entry of await readdir(join(from, path), { withFileTypes: true })) {
    const inner = join(path, entry.name)
    if (LEFT_OUT.test(entry.name) || inner === CONTROL_FILE) continue
    if (entry.isDirectory()) yield* packFolder(from, inner)
    else if (entry.isFile()) yield* packFile(from, inner)
    else if (entry.isSymbolicLink())
      throw new Error(`${join(from, inner)} leads out of the folder of the database: it cannot be archived.`)
  }
}

/** As long as it was when it was opened. PostgreSQL may change, cut or remove it meanwhile: the log repeats that. */
async function* packFile(from: string, path: string): AsyncGenerator<Buffer> {
  const file = await open(join(from, path), 'r').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null
    throw error
  })
  if (file === null) return
  try {
    const { size } = await file.stat()
    yield headerOf({ path, size, isFolder: false })
    for (let at = 0; at < size; ) {
      const block = Buffer.alloc(Math.min(BLOCK_BYTES, size - at))
      const { bytesRead } = await file.read(block, 0, block.length, at)
      // What was cut off is zeros.
      at += bytesRead || block.length
      yield bytesRead === 0 ? block : block.subarray(0, bytesRead)
    }
    yield paddingOf(size)
  } finally {
    await file.close()
  }
}

async function* packBytes(path: string, content: Buffer): AsyncGenerator<Buffer> {
  const entry: Entry = { path, size: content.length, isFolder: false }
  yield Buffer.concat([headerOf(entry), content, paddingOf(content.length)])
}

/** Last, as it must name the newest checkpoint, and not while PostgreSQL writes it: two reads must agree. */
async function readControlFile(from: string): Promise<Buffer> {
  const read = () => readFile(join(from, CONTROL_FILE))
  let [one, other] = [await read(), await read()]
  while (!one.equals(other)) [one, other] = [other, await read()]
  return one
}
