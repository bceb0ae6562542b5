import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './run.mjs'
import { pinnedNode, root } from './setup.mjs'

/** Those that take longest come first. */
const PROJECTS = ['server', 'web', 'faults', 'client', 'e2e', 'bench', 'contract', 'tools', 'sample-app']

/**
 * Checks the types of every part of the project, two at a time. Prints the errors, and returns whether there are none. One
 * thread each: several threads of one check repeat half of its work.
 */
export async function typesAreRight() {
  const waiting = PROJECTS.filter(hasTypes).values()
  let right = true
  const checkTheRest = async () => {
    for (const project of waiting) {
      const args = ['--noEmit', '--singleThreaded', '-p', project]
      if (!(await passes(`types of ${project}`, 'typescript/bin/tsc', args))) right = false
    }
  }
  await Promise.all([checkTheRest(), checkTheRest()])
  return right
}

/** Formatting, import order and lint rules. */
export function styleIsRight() {
  return passes('style', '@biomejs/biome/bin/biome', ['ci', '--colors=off'])
}

/** Files, exports and packages that nothing uses. */
export function nothingIsUnused() {
  return passes('unused code', 'knip/bin/knip.js', ['--no-progress'])
}

async function passes(name, tool, args) {
  const { code, output } = await runQuietly(pinnedNode(), [join(root, 'node_modules', tool), ...args], { cwd: root })
  console.log(`${code === 0 ? '✓' : '✗'} ${name}`)
  if (code !== 0) console.log(`${output.trim()}\n`)
  return code === 0
}

function hasTypes(project) {
  return existsSync(join(root, project, 'tsconfig.json')) && hasSources(join(root, project))
}

function hasSources(folder) {
  return readdirSync(folder, { withFileTypes: true }).some((entry) => {
    if (entry.isDirectory())
      return !['node_modules', 'dist'].includes(entry.name) && hasSources(join(folder, entry.name))
    return /\.tsx?$/.test(entry.name)
  })
}
