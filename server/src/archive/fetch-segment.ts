import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { zstdDecompressSync } from 'node:zlib'
import { reasonOf } from './reason-of.ts'

// A recovering PostgreSQL runs this program for each segment that it needs: fetch-segment.ts FOLDER NAME TARGET. It asks for
// more than there is; ending with 1 says so.
const [, , folder = '', name = '', target = ''] = process.argv
const file = join(folder, `${name}.zst`)
try {
  if (existsSync(file)) writeFileSync(target, zstdDecompressSync(readFileSync(file)), { mode: 0o600 })
  else process.exitCode = 1
} catch (error) {
  process.stderr.write(`archive: ${reasonOf(error, folder)}\n`)
  // Above 125, so that PostgreSQL ends instead of taking this for the end of the archive.
  process.exitCode = 126
}
