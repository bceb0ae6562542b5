import { join } from 'node:path'
import { runAloud, script } from './run.mjs'
import { ensureInstalled, ensureWebBuilt, pinnedNode, root } from './setup.mjs'

await script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  return runAloud(pinnedNode(), ['server/src/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile'), ...process.env },
  })
})
