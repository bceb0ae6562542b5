import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'

const DIST = join(import.meta.dirname, '../../web/dist')
type Chunk = { file: string; isDynamicEntry?: boolean; imports?: string[]; css?: string[] }

/** JavaScript of a first visit, in kB as transferred: the entry, the named lazy pages, and all their imports. */
export function firstLoadKb(pages: (RegExp | string)[]): number {
  return sumKb([...firstFiles(pages)].filter((file) => file.endsWith('.js')))
}

/** All files of a first visit in Hindi, on a system with Hindi fonts. */
export function firstHindiVisitKb(pages: RegExp[]): number {
  return firstVisitKb([...pages, /hi\.json\?part=first/])
}

/** All files of a first visit, in kB as transferred: the page, scripts, style sheets, and the fonts of English text. */
export function firstVisitKb(pages: RegExp[]): number {
  const fonts = readdirSync(join(DIST, 'assets'))
    .filter((file) => /^(inter-latin|hindi-name)-/.test(file))
    .map((file) => join('assets', file))
  return sumKb(['index.html', 'start.js', 'favicon.svg', ...firstFiles(pages), ...fonts])
}

export function largestChunkKb(): number {
  const chunks = readdirSync(join(DIST, 'assets')).filter((file) => file.endsWith('.js'))
  return Math.max(...chunks.map((file) => sentKb(join('assets', file))))
}

/** Every part of the console and of the account that is loaded when needed, with the JavaScript of a first visit there, in kB. */
export function partsBehindSignIn(): { part: string; kb: number }[] {
  const manifest = readManifest()
  return Object.keys(manifest)
    .filter((key) => manifest[key]?.isDynamicEntry && /^src\/(account|admin)\//.test(key))
    .map((part) => ({ part, kb: firstLoadKb([part, /DashboardLayout/, /ScreenLayout/]) }))
}

function readManifest(): Record<string, Chunk> {
  return JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8'))
}

function firstFiles(pages: (RegExp | string)[]): Set<string> {
  const manifest = readManifest()
  const files = new Set<string>()
  const visit = (key: string) => {
    const chunk = manifest[key]
    if (chunk === undefined || files.has(chunk.file)) return
    files.add(chunk.file)
    for (const css of chunk.css ?? []) files.add(css)
    for (const imported of chunk.imports ?? []) visit(imported)
  }
  for (const page of [/^index\.html$/, ...pages]) {
    const keys = Object.keys(manifest).filter((key) => (typeof page === 'string' ? key === page : page.test(key)))
    if (keys.length === 0) throw new Error(`no part of the web app is called ${page}`)
    for (const key of keys) visit(key)
  }
  files.delete('index.html')
  return files
}

const sumKb = (files: string[]) => files.reduce((sum, file) => sum + sentKb(file), 0)

/** The size as transferred: of the Brotli file from the build, if there is one. */
function sentKb(file: string): number {
  const compressed = join(DIST, `${file}.br`)
  return statSync(existsSync(compressed) ? compressed : join(DIST, file)).size / 1000
}
