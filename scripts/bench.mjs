import { runAloud, script } from './run.mjs'
import { ensureInstalled, ensureWebBuilt, pinnedNode, root } from './setup.mjs'

await script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  return runAloud(pinnedNode(), ['bench/src/main.ts', ...process.argv.slice(2)], { cwd: root })
})
