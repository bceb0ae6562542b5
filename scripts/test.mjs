// npm test            everything
// npm test e2e …      browser tests only, arguments go to Playwright
// npm test -- server  unit tests only, arguments go to Vitest
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { styleIsRight, typesAreRight } from './checks.mjs'
import { script } from './run.mjs'
import { runPlaywright, runVitest } from './runners.mjs'
import { ensureInstalled, ensureServerBuilt, ensureWebBuilt, root } from './setup.mjs'
import { keepFilesInMemory } from './test-folder.mjs'

const total = { passed: 0, failed: 0, skipped: 0 }
const failures = []
/** The file of each skipped test. */
const skips = []

await script(async () => {
  await ensureInstalled()
  keepFilesInMemory()
  const [first, ...rest] = process.argv.slice(2)
  await ensureServerBuilt()
  const isWebBuilt = await tryToBuildWeb()
  if (first === undefined) {
    count('types', await typesAreRight())
    count('style', await styleIsRight())
  }
  if (first !== 'e2e') add(await runVitest(process.argv.slice(2)))
  if (first === undefined || first === 'e2e') await testInBrowser(isWebBuilt, rest)
  const skipped = total.skipped > 0 ? `, ${total.skipped} skipped` : ''
  for (const file of new Set(skips)) console.log(`- ${file}: ${skips.filter((one) => one === file).length} skipped`)
  // Again at the end, where the whole output of a long run is not kept.
  for (const failure of failures) console.log(`✗ ${failure}`)
  console.log(`\n${total.passed} passed, ${total.failed} failed${skipped}`)
  return total.failed === 0 ? 0 : 1
})

async function testInBrowser(isWebBuilt, args) {
  if (!hasBrowserTests()) {
    console.log('There are no browser tests.')
  } else if (isWebBuilt) {
    add(await runPlaywright(args))
  } else {
    console.log('✗ browser tests: not run, for there is no web app to run them on')
  }
}

function hasBrowserTests() {
  const folder = join(root, 'e2e', 'tests')
  return existsSync(folder) && readdirSync(folder, { recursive: true }).some((name) => name.endsWith('.spec.ts'))
}

async function tryToBuildWeb() {
  try {
    await ensureWebBuilt()
    return true
  } catch (error) {
    console.error(error.message)
    count('web app', false)
    return false
  }
}

function count(name, hasPassed) {
  add({ passed: hasPassed ? 1 : 0, failed: hasPassed ? 0 : 1, skipped: 0, failures: hasPassed ? [] : [name] })
}

function add({ failures: names = [], skips: files = [], ...result }) {
  failures.push(...names)
  skips.push(...files)
  for (const key of Object.keys(total)) total[key] += result[key]
}
