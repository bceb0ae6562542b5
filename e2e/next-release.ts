import { cpSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { WEB_DIST } from '@gatehouse/server/src/http/web-build.ts'
import { startWebServer } from '@gatehouse/server/test/web-server.ts'

/** A server of another release, which differs in the name of its entry script. */
export async function startNextRelease() {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-next-'))
  cpSync(WEB_DIST, folder, { recursive: true, filter: (file) => !/\.(br|gz)$/.test(file) })
  const [, entry = ''] = /src="\/assets\/([\w-]+)\.js"/.exec(readFileSync(join(folder, 'index.html'), 'utf8')) ?? []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
  for (const file of files.filter((name) => /\.(html|js|json)$/.test(name))) {
    const content = readFileSync(join(folder, file), 'utf8')
    if (content.includes(entry)) writeFileSync(join(folder, file), content.replaceAll(entry, 'next'))
  }
  renameSync(join(folder, 'assets', `${entry}.js`), join(folder, 'assets', 'next.js'))
  const { origin, close } = await startWebServer(folder)
  return {
    origin,
    close: async () => {
      await close()
      rmSync(folder, { recursive: true })
    },
  }
}
