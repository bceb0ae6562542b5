import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { EDGES, FILES_MAX, SIDES, SUBJECTS } from './placement.ts'
import { filesBelow, importsOf, root, textOf } from './sources.ts'

const CONSOLES = SIDES.map((side) => `${side}/src/admin`)
const isTest = (file: string) => /\.(test|spec)\.tsx?$/.test(file)
const consoleFiles = CONSOLES.flatMap((folder) => filesBelow(folder, /\.(tsx?|css)$/)).filter((file) => !isTest(file))
const imports = consoleFiles
  .filter((file) => !file.endsWith('.css'))
  .flatMap((from) => importsOf(from).files.map((to) => ({ from, to })))

test('the console has the engine and the same subjects on each side', () => {
  const known: string[] = ['engine', ...SUBJECTS]
  const folders = CONSOLES.flatMap((console) => foldersIn(console).map((name) => ({ console, name })))
  expect(folders.filter(({ name }) => !known.includes(name))).toEqual([])
  expect(known.filter((name) => folders.filter((folder) => folder.name === name).length < 2)).toEqual([])
})

test('no folder of the console holds more files than allowed', () => {
  const all = CONSOLES.flatMap((folder) => [folder, ...foldersBelow(folder)])
  const counted = all.map((folder) => `${folder}: ${filesIn(folder)} files`)
  expect(counted.length).toBeGreaterThan(40)
  expect(counted.filter((line) => Number(/: (\d+) files$/.exec(line)?.[1]) > FILES_MAX)).toEqual([])
})

test('no file inside the console imports the file that assembles it', () => {
  const isAtTop = (file: string) => /^\w+\/src\/admin\/[^/]+$/.test(file)
  expect(imports.filter(({ from, to }) => !isAtTop(from) && isAtTop(to))).toEqual([])
})

test('the engine imports no subject', () => {
  const wrong = imports.filter(({ from, to }) => subjectOf(from) === 'engine' && isSubject(subjectOf(to)))
  expect(wrong).toEqual([])
})

test('a subject imports another one only if that is listed, and every entry of the list is used', () => {
  const crossing = imports.flatMap(({ from, to }) => {
    const [one, other] = [subjectOf(from), subjectOf(to)]
    return isSubject(one) && isSubject(other) && one !== other ? [{ on: sideOf(from), from: one, to: other }] : []
  })
  const written = ({ on, from, to }: { on?: string | undefined; from: string; to: string }) => `${on}: ${from} -> ${to}`
  expect([...new Set(crossing.map(written))].toSorted()).toEqual(EDGES.map(written).toSorted())
})

test('files import each other in a circle only for their types', () => {
  const sources = ['contract', 'server', 'web', 'client', 'sample-app', 'bench', 'e2e', 'tools']
    .flatMap((folder) => filesBelow(folder, /\.tsx?$/))
    .filter((file) => !file.endsWith('.d.ts'))
  const graph = new Map(sources.map((file) => [file, valuesOf(file)]))
  expect([...graph.values()].flat().length).toBeGreaterThan(4000)
  expect(circlesIn(graph)).toEqual([])
})

/** The imports of a file for more than types. Files loaded by `import()` are left out, because they load later. */
function valuesOf(file: string): string[] {
  const typesOnly = /^\s*(?:import|export)\s+type\s[^'"`;]*?\bfrom\s*'[^']+'|\bimport\s*\(\s*'[^']+'\s*\)/gm
  const allOfTypes = /^\s*(?:import|export)\s*\{(?:\s*type\s+[\w\s]+,?)+\s*\}\s*from\s*'[^']+'/gm
  return importsOf(file, textOf(file).replaceAll(typesOnly, '').replaceAll(allOfTypes, '')).files
}

/** Groups of files that import each other (Tarjan's strongly connected components). */
function circlesIn(graph: Map<string, string[]>): string[][] {
  const order = new Map<string, number>()
  const lowest = new Map<string, number>()
  const open: string[] = []
  const circles: string[][] = []

  function visit(file: string) {
    order.set(file, order.size)
    lowest.set(file, order.size - 1)
    open.push(file)
    for (const next of graph.get(file) ?? []) {
      if (!graph.has(next)) continue
      if (!order.has(next)) visit(next)
      if (open.includes(next)) lowest.set(file, Math.min(lowest.get(file) ?? 0, lowest.get(next) ?? 0))
    }
    if (lowest.get(file) !== order.get(file)) return
    const circle = open.splice(open.indexOf(file))
    if (circle.length > 1 || graph.get(file)?.includes(file)) circles.push(circle)
  }

  for (const file of graph.keys()) if (!order.has(file)) visit(file)
  return circles
}

const sideOf = (file: string) => SIDES.find((side) => file.startsWith(`${side}/`))

/** The console folder of a file; undefined for a file beside these folders, or outside the console. */
const subjectOf = (file: string) => /^\w+\/src\/admin\/([^/]+)\/./.exec(file)?.[1]

const isSubject = (name: string | undefined): name is string => SUBJECTS.some((subject) => subject === name)

function foldersIn(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
}

function foldersBelow(folder: string): string[] {
  return foldersIn(folder).flatMap((name) => [`${folder}/${name}`, ...foldersBelow(`${folder}/${name}`)])
}

function filesIn(folder: string): number {
  return readdirSync(join(root, folder), { withFileTypes: true }).filter((entry) => entry.isFile()).length
}

describe('every form and dialog ends alike', () => {
  // They say how something is, not what came of a form.
  const FINDINGS = [
    'web/src/admin/applications/simulation/SimulationFindings.tsx',
    'web/src/admin/jobs/JobResult.tsx',
    'web/src/admin/messages/routing/ChannelRouting.tsx',
  ]
  const END = 'web/src/ui/FormEnd.tsx'
  const parts = filesBelow('web/src', /\.tsx$/)
  const having = (pattern: RegExp) => parts.filter((file) => pattern.test(textOf(file)))

  test('with FormEnd, where alone success alerts stand', () => {
    const alerts = having(/<Alert\b[^>]*'success'|<Alert\b[^>]*"success"|\btone = .*'success'/)
    expect(alerts.toSorted()).toEqual([...FINDINGS, END].toSorted())
  })

  test('with FormEnd around its buttons', () => {
    expect(having(/className="[^"]*(form-end|dialog-buttons)/)).toEqual([END])
    expect(having(/<form\b/).filter((file) => !/<(?:FormEnd|WorkEnd)\b/.test(textOf(file)))).toEqual([])
  })

  test('with FormEnd as the last thing, so that nothing of it stands above a field', () => {
    // A failure of loading has a place of its own, where the loaded would stand; what is sent fails by its button.
    const above = having(/<form\b/).filter((file) => /<form\b[^>]*>\s*<ErrorAlert\b/.test(textOf(file)))
    expect(above).toEqual([])
  })
})
