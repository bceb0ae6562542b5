import { closeSync, existsSync, fsyncSync, openSync, readFileSync, renameSync, rmSync, writeSync } from 'node:fs'
import { basename, join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { reasonOf } from './reason-of.ts'

// PostgreSQL runs this program for each finished segment, in its own folder: store-segment.ts SEGMENT FOLDER. Only when it ends
// with 0 does PostgreSQL remove the segment.
const [, , segment = '', folder = ''] = process.argv

/** Complete, and on the disk, before it has its name. */
function store() {
  const target = join(folder, `${basename(segment)}.zst`)
  const content = readFileSync(segment)
  if (existsSync(target)) {
    // A former try may have ended before its answer arrived.
    if (!zstdDecompressSync(readFileSync(target)).equals(content))
      throw new Error(`${target} exists with another content: two databases must not archive to one folder.`)
    sync(target)
  } else {
    const unfinished = `${target}.unfinished`
    rmSync(unfinished, { force: true })
    const file = openSync(unfinished, 'wx', 0o600)
    try {
      const compressed = zstdCompressSync(content)
      for (let written = 0; written < compressed.length; ) written += writeSync(file, compressed, written)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(unfinished, target)
  }
  sync(folder)
}

function sync(path: string) {
  const opened = openSync(path, 'r')
  try {
    fsyncSync(opened)
  } finally {
    closeSync(opened)
  }
}

try {
  store()
} catch (error) {
  process.stderr.write(`archive: ${reasonOf(error, folder)}\n`)
  process.exitCode = 1
}
