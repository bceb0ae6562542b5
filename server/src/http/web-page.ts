import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of the built web app. */
export const WEB_DIST = join(import.meta.dirname, '../../../web/dist')

/** The page of the web app, or `null` when it was not built. */
export function readWebPage(): string | null {
  const file = join(WEB_DIST, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}

/**
 * The page with links to the files that the screen at a path needs: the browser fetches them at once, together with the
 * entry script.
 */
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
