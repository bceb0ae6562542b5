import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { Plugin } from 'vite'

const COMPRESSIBLE = /\.(css|html|js|json|svg)$/
/** A smaller file fits into one packet either way. */
const MIN_BYTES = 1024

/** Writes a Brotli and a gzip file beside each file that gets smaller by it, as small as they can be made. */
export const precompress: Plugin = {
  name: 'precompress',
  apply: 'build',
  writeBundle({ dir = '' }) {
    for (const name of readdirSync(dir, { recursive: true, encoding: 'utf8' })) {
      if (!COMPRESSIBLE.test(name)) continue
      const content = readFileSync(join(dir, name))
      if (content.length < MIN_BYTES) continue
      writeFileSync(join(dir, `${name}.br`), brotliCompressSync(content))
      writeFileSync(join(dir, `${name}.gz`), gzipSync(content, { level: 9 }))
    }
  },
}
