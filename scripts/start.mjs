import { runAloud, script } from './run.mjs'
import { SERVER_ENVIRONMENT, SERVER_FLAGS, SERVER_MAIN } from './server-process.mjs'
import { ensureInstalled, ensureServerBuilt, ensureWebBuilt, pinnedNode, root } from './setup.mjs'

await script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  await ensureServerBuilt()
  return runAloud(pinnedNode(), [...SERVER_FLAGS, SERVER_MAIN, ...process.argv.slice(2)], {
    cwd: root,
    env: { ...SERVER_ENVIRONMENT, ...process.env },
  })
})
