import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Where the web app is built to. */
export const WEB_DIST = join(import.meta.dirname, '../../../web/dist')

/** The one page of the web app, or `null` where it was not built. */
export function readWebPage(): string | null {
  const file = join(WEB_DIST, 'index.html')
  return existsSync(file) ? readFileSync(file, 'utf8') : null
}
