// npm run test:faults        every case of faults/, see its README
// npm run test:faults kills  those whose file has this in its name
import { join } from 'node:path'
import { runAloud, script } from './run.mjs'
import { ensureInstalled, ensureServerBuilt, ensureWebBuilt, pinnedNode, root } from './setup.mjs'

await script(async () => {
  await ensureInstalled()
  await ensureWebBuilt()
  await ensureServerBuilt()
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  const args = ['run', '--config', 'faults/vitest.config.ts', ...process.argv.slice(2)]
  return runAloud(pinnedNode(), [vitest, ...args], { cwd: root })
})
