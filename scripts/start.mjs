import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { runAloud, script } from './run.mjs'
import { ensureInstalled, ensureWebBuilt, pinnedNode, root } from './setup.mjs'

await script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  const followParent = pathToFileURL(join(root, 'scripts', 'follow-parent.mjs')).href
  return runAloud(pinnedNode(), ['--import', followParent, 'server/src/main.ts', ...process.argv.slice(2)], {
    cwd: root,
    env: { NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'node-compile'), ...process.env },
  })
})
