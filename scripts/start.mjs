import { runAloud, script } from './run.mjs'
import { SERVER_ENVIRONMENT, SERVER_FLAGS } from './server-process.mjs'
import { ensureInstalled, ensureWebBuilt, pinnedNode, root } from './setup.mjs'

await script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  return runAloud(pinnedNode(), [...SERVER_FLAGS, 'server/src/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    env: { ...SERVER_ENVIRONMENT, ...process.env },
  })
})
