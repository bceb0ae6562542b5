import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

const DIST = join(import.meta.dirname, '../../web/dist')
type Chunk = { file: string; imports?: string[]; dynamicImports?: string[]; src?: string }

/** JavaScript that a first visit loads, gzipped, in kB: the entry, the named lazy pages, and all they import. */
export function firstLoadKb(pages: RegExp[]): number {
  const manifest = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (chunk === undefined || files.has(chunk.file)) return
    if (chunk.file.endsWith('.js')) files.add(chunk.file)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const key of Object.keys(manifest)) if (key === 'index.html' || pages.some((page) => page.test(key))) visit(key)
  return [...files].reduce((sum, file) => sum + gzippedKb(file), 0)
}

export function largestChunkKb(): number {
  const chunks = readdirSync(join(DIST, 'assets')).filter((file) => file.endsWith('.js'))
  return Math.max(...chunks.map((file) => gzippedKb(join('assets', file))))
}

function gzippedKb(file: string): number {
  return gzipSync(readFileSync(join(DIST, file)), { level: 9 }).length / 1000
}
