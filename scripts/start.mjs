import { join } from 'node:path'
import { runAloud, script } from './run.mjs'
import { ensureInstalled, ensureWebBuilt, pinnedNode, root } from './setup.mjs'

await script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  // Short-lived values of a request are few: a small nursery holds them as well, in 40 MiB less under load.
  return runAloud(pinnedNode(), ['--max-semi-space-size=4', 'server/src/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile'), ...process.env },
  })
})
