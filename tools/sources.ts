import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

export const root = join(import.meta.dirname, '..')

const SKIPPED = new Set(['node_modules', 'dist', '.git', 'data', 'test-results', 'migrations'])

/** The paths of the files below a folder, from the root of the project, without generated ones. */
export function filesBelow(folder: string, pattern: RegExp): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '.' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) return isSkipped(entry.name) ? [] : filesBelow(path, pattern)
    return pattern.test(entry.name) ? [path] : []
  })
}

export function textOf(file: string): string {
  return readFileSync(join(root, file), 'utf8')
}

/**
 * The imports of a source file: files of ours as paths from the root, packages by their name, without `node:` modules.
 */
export function importsOf(file: string, text = textOf(file)): { files: string[]; packages: string[] } {
  const code = text.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')
  const specifiers = [
    ...code.matchAll(/^\s*(?:import\s+(?:[^'"`()=]*?\bfrom\s*)?|export\s+[^'"`()=]*?\bfrom\s*)['"]([^'"]+)['"]/gm),
    ...code.matchAll(/\bimport\s*\(\s*['"]([^'"]+)['"]/g),
  ].map((match) => match[1] ?? '')
  const resolved = [...new Set(specifiers)].map((specifier) => resolve(file, specifier))
  return {
    files: resolved.filter((target) => target.startsWith('/')).map((target) => target.slice(1)),
    packages: resolved.filter((target) => !target.startsWith('/') && !target.startsWith('node:')),
  }
}

function resolve(file: string, specifier: string): string {
  if (specifier.startsWith('.')) return join('/', dirname(file), specifier)
  if (specifier.startsWith('@gatehouse/contract/')) return specifier.replace('@gatehouse/contract', '/contract/src')
  const parts = specifier.split('/')
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : (parts[0] ?? '')
}

function isSkipped(folder: string): boolean {
  return SKIPPED.has(folder) || folder.startsWith('.dist-')
}
