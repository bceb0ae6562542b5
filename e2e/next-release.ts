import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openBeside } from '@gatehouse/server/src/db/open-beside.ts'
import { WEB_DIST } from '@gatehouse/server/src/http/web-build.ts'
import { startWebServer } from '@gatehouse/server/test/web-server.ts'

/**
 * A server of another release, whose files all have other names.
 *
 * @param dataDir of the product whose database it shares; without it, the server has no database
 */
export async function startNextRelease(dataDir?: string) {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-next-'))
  cpSync(WEB_DIST, folder, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) })
  const assets = join(folder, 'assets')
  const names = new Set(readdirSync(assets))
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => /\.(html|js|css|json)$/.test(name))) {
    const content = readFileSync(join(folder, file), 'utf8')
    writeFileSync(
      join(folder, file),
      content.replace(/[\w-]+\.\w+/g, (word) => (names.has(word) ? `next-${word}` : word)),
    )
  }
  for (const name of names) renameSync(join(assets, name), join(assets, `next-${name}`))
  const database =
    dataDir === undefined ? null : await openBeside({ databaseUrl: null, dataDir: dataDir, preparedStatements: true })
  const { origin, close } = await startWebServer(folder, database?.db)
  return {
    origin,
    close: async () => {
      await close()
      await database?.close()
      rmSync(folder, { recursive: true })
    },
  }
}
