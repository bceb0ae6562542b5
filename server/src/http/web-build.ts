import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { ROOT } from '../places.ts'

/** The folder of the built web app. */
export const WEB_DIST = join(ROOT, 'web/dist')

/** What the server holds of one build. The content of its files is read from the folder at each request. */
export type WebBuild = {
  page: string
  /** The page with links to the files that the screen at a path needs. */
  pageOf: (pathname: string) => string
  /** The paths of all files for browsers, without the compressed variants. */
  files: ReadonlySet<string>
}

/**
 * Gives the build in a folder, or `null` when there is none. When another build has taken its place, page and files are
 * read again together: a page of one build with files of another stays blank. A build that cannot be read changes nothing.
 */
export function openWebBuild(folder = WEB_DIST): () => WebBuild | null {
  let known: WebBuild | null = null
  let knownVersion: string | null = null
  return () => {
    const version = versionOf(folder)
    if (version === null || version === knownVersion) return known
    const read = readBuild(folder)
    // Another build may have taken the place of this one meanwhile.
    if (read === null || versionOf(folder) !== version) return known
    known = read
    knownVersion = version
    return known
  }
}

/** What is new with every build. The stamp is written last (scripts/setup.mjs); Vite alone, as in an image, writes none. */
const NEW_FILES = ['.build-stamp', 'index.html']

function versionOf(folder: string): string | null {
  const [file] = NEW_FILES.flatMap((name) => statSync(join(folder, name), { throwIfNoEntry: false }) ?? [])
  return file === undefined ? null : `${file.ino}:${file.mtimeMs}`
}

function readBuild(folder: string): WebBuild | null {
  try {
    const page = readFileSync(join(folder, 'index.html'), 'utf8')
    return { page, pageOf: pagesByPath(folder, page), files: listFiles(folder) }
  } catch {
    return null
  }
}

/** The browser fetches the linked files at once, together with the entry script. */
function pagesByPath(folder: string, page: string): WebBuild['pageOf'] {
  const screens = JSON.parse(readFileSync(join(folder, 'first-screens.json'), 'utf8')) as Record<string, string[]>
  const pages = new Map(
    Object.entries(screens).map(([path, files]) => [
      path,
      page.replace('</head>', `${files.map(link).join('')}</head>`),
    ]),
  )
  // What follows the name of a screen is an id.
  return (pathname) => pages.get(/^(?:\/dashboard)?\/[^/]*/.exec(pathname)?.[0] ?? '') ?? page
}

function link(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`
}

function listFiles(folder: string): Set<string> {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `/${relative(folder, join(entry.parentPath, entry.name)).split(sep).join('/')}`)
  return new Set(paths.filter((path) => !/\/\.|^\/(index\.html|first-screens\.json)$|\.(br|gz)$/.test(path)))
}
