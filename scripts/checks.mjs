import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { runQuietly } from './run.mjs'
import { pinnedNode, root } from './setup.mjs'

const PROJECTS = ['contract', 'server', 'web', 'client', 'sample-app', 'e2e', 'bench', 'faults', 'tools']

/** Checks the types of every part of the project. Prints the errors, and returns whether there are none. */
export async function typesAreRight() {
  let right = true
  for (const project of PROJECTS.filter(hasTypes)) {
    right = (await passes(`types of ${project}`, 'typescript/bin/tsc', ['--noEmit', '-p', project])) && right
  }
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
