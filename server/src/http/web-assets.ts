import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'
import type { Executor } from '../db/database.ts'
import { WEB_DIST } from './web-build.ts'

const decompress = promisify(brotliDecompress)

/** Files per statement: so few that a server at rest stays small. */
const BATCH = 20

const TYPES = new Map([
  ['.js', 'application/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
  ['.woff2', 'font/woff2'],
])
const PATH = /^\/assets\/([\w.-]{1,200})$/

/** A file for browsers. Its content is compressed with Brotli where `encoding` says so. */
export type WebAsset = { content: Buffer; type: string; encoding: 'br' | 'identity' }

/**
 * Keeps the files below `assets` of a build in the database, where servers of another release find them (ADR 0126).
 * Those that are there stay as they are, because a name contains a hash of the content. A folder without a build has none.
 */
export async function keepWebAssets(db: Executor, folder = WEB_DIST): Promise<void> {
  const assets = join(folder, 'assets')
  const all = await readdir(assets).catch((): string[] => [])
  const names = all.filter((name) => TYPES.has(extname(name)))
  const { rows } = await db.execute<{ name: string }>({
    name: 'keep-web-assets',
    text: `with kept as (
        update web_assets set kept_at = now() where name = any($1) and kept_at < now() - interval '1 day')
      select name from web_assets where name = any($1)`,
    values: [names],
  })
  const known = new Set(rows.map(({ name }) => name))
  const missing = names.filter((name) => !known.has(name))
  for (let start = 0; start < missing.length; start += BATCH) {
    const read = missing.slice(start, start + BATCH).map(async (name) => {
      const isBrotli = all.includes(`${name}.br`)
      return { name, isBrotli, content: await readFile(join(assets, isBrotli ? `${name}.br` : name)) }
    })
    const files = await Promise.all(read)
    await db.execute({
      name: 'add-web-assets',
      text: `insert into web_assets (name, is_brotli, content)
        select * from unnest($1::text[], $2::boolean[], $3::bytea[]) on conflict do nothing`,
      values: [
        files.map(({ name }) => name),
        files.map(({ isBrotli }) => isBrotli),
        files.map(({ content }) => content),
      ],
    })
  }
}

/** Whether a path may be that of a file which `keepWebAssets` has kept. */
export const isAssetPath = (path: string) => PATH.test(path) && TYPES.has(extname(path))

/**
 * A kept file of another release, or `null`.
 *
 * @param acceptsBrotli as the request says; without it, the content is answered as it is
 */
export async function findWebAsset(db: Executor, path: string, acceptsBrotli: boolean): Promise<WebAsset | null> {
  const { rows } = await db.execute<{ content: Buffer; isBrotli: boolean }>({
    name: 'find-web-asset',
    text: 'select content, is_brotli as "isBrotli" from web_assets where name = $1',
    values: [PATH.exec(path)?.[1] ?? ''],
  })
  const [kept] = rows
  if (kept === undefined) return null
  const type = TYPES.get(extname(path)) as string
  if (kept.isBrotli && acceptsBrotli) return { content: kept.content, type, encoding: 'br' }
  return { content: kept.isBrotli ? await decompress(kept.content) : kept.content, type, encoding: 'identity' }
}
