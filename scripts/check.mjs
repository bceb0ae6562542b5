import { join } from 'node:path'
import { nothingIsUnused, styleIsRight, typesAreRight } from './checks.mjs'
import { runAloud, script } from './run.mjs'
import { ensureInstalled, ensureServerBuilt, pinnedNode, root } from './setup.mjs'

await script(async () => {
  await ensureInstalled()
  const failed = []
  if (!(await typesAreRight())) failed.push('types')
  if (!(await styleIsRight())) failed.push('style')
  if (!(await nothingIsUnused())) failed.push('unused code')
  await ensureServerBuilt()
  const vitest = join(root, 'node_modules', 'vitest', 'vitest.mjs')
  if ((await runAloud(pinnedNode(), [vitest, 'run'], { cwd: root })) !== 0) failed.push('unit tests')
  console.log(failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}.`)
  return failed.length === 0 ? 0 : 1
})
