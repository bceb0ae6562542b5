import { readFileSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { runAloud } from './run.mjs'
import { cacheFolder, pinnedNode, root } from './setup.mjs'

/** Runs the unit tests; `filters` as `vitest run` takes them. */
export async function runVitest(filters) {
  const file = reportFile('vitest')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`, ...filters]
  const code = await runAloud(pinnedNode(), [tool('vitest/vitest.mjs'), ...args], { cwd: root })
  return settle('Vitest', code, take(file), (report) => ({
    passed: report.numPassedTests,
    // A file that cannot be loaded reports no failed test, so it counts as one failure.
    failed: report.numFailedTests + report.testResults.filter(isUnloadable).length,
    skipped: report.numPendingTests + report.numTodoTests,
    failures: report.testResults.flatMap(failuresOf),
    skips: report.testResults.flatMap(({ name, assertionResults }) =>
      assertionResults.filter(({ status }) => !['passed', 'failed'].includes(status)).map(() => relative(root, name)),
    ),
  }))
}

/** Runs the browser tests; `filters` as `playwright test` takes them. */
export async function runPlaywright(filters) {
  const file = reportFile('playwright')
  const args = ['test', '--config', 'e2e', '--reporter=list,json', ...filters]
  const code = await runAloud(pinnedNode(), [tool('@playwright/test/cli.js'), ...args], {
    cwd: root,
    env: { ...process.env, PLAYWRIGHT_JSON_OUTPUT_NAME: file, PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  })
  return settle('Playwright', code, take(file), ({ stats, suites }) => ({
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky,
    skipped: stats.skipped,
    failures: suites.flatMap(failuresIn),
    skips: suites.flatMap(skipsIn),
  }))
}

/** A runner that says it failed without naming a failed test, or says nothing at all, counts as one failure. */
function settle(name, code, report, toCounts) {
  const counts = report ? toCounts(report) : { passed: 0, failed: 0, skipped: 0, failures: [], skips: [] }
  if (code !== 0 && counts.failed === 0) {
    console.log(`✗ ${name} ended with code ${code} and named no failed test`)
    counts.failed = 1
  } else if (!report) {
    console.log(`✗ ${name} left no report`)
    counts.failed = 1
  }
  return counts
}

function failuresOf({ name, status, message, assertionResults }) {
  const failed = assertionResults.filter((test) => test.status === 'failed').map((test) => test.fullName)
  const file = relative(root, name)
  // Without a failed test it is the file that failed, such as when its process ended.
  if (failed.length === 0 && status === 'failed') return [`${file}: ${message.split('\n')[0] || 'its process ended'}`]
  return failed.map((test) => `${file} › ${test}`)
}

function failuresIn({ file, specs, suites = [] }) {
  const failed = specs.filter(({ ok, tests }) => !ok || tests.some((test) => test.status === 'flaky'))
  return [...failed.map(({ title }) => `${file} › ${title}`), ...suites.flatMap(failuresIn)]
}

function skipsIn({ file, specs, suites = [] }) {
  const skipped = specs.filter(({ tests }) => tests.some(({ status }) => status === 'skipped'))
  return [...skipped.map(() => file), ...suites.flatMap(skipsIn)]
}

function isUnloadable(file) {
  return file.status === 'failed' && file.assertionResults.length === 0
}

function reportFile(name) {
  const file = join(cacheFolder('test-reports'), `${name}-${process.pid}.json`)
  rmSync(file, { force: true })
  return file
}

function take(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return null
  } finally {
    rmSync(file, { force: true })
  }
}

function tool(path) {
  return join(root, 'node_modules', path)
}
