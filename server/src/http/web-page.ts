import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the web app is built to. */
export const WEB_DIST = join(import.meta.dirname, '../../../web/dist')

/** The one page of the web app, or `null` where it was not built. */
export function readWebPage(): string | null {
  const file = join(WEB_DIST, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/** The page with links to what the screen at a path needs: the browser fetches that at once, beside the entry script. */
export function pagesByPath(page: string): (pathname: string) => string {
  const screens = JSON.parse(readFileSync(join(WEB_DIST, 'first-screens.json'), 'utf8')) as Record<string, string[]>
  const pages = new Map(
    Object.entries(screens).map(([path, files]) => [
      path,
      page.replace('</head>', `${files.map(link).join('')}</head>`),
    ]),
  )
  return (pathname) => pages.get(pathname) ?? page
}

function link(file: string): string {
  return file.endsWith('.css')
    ? `<link rel="preload" as="style" crossorigin href="${file}">`
    : `<link rel="modulepreload" crossorigin href="${file}">`
}
