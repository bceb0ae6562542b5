import { expect, test } from 'vitest'
import { CONFINED, CONNECTING, NOT_CONNECTING } from './confined-packages.ts'
import { LAYERS } from './layers.ts'
import { filesBelow, importsOf, textOf } from './sources.ts'

const sources = ['contract/src', 'server/src', 'web/src']
  .flatMap((folder) => filesBelow(folder, /\.tsx?$/))
  .filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file))
const WHOLE_SIDES = ['server/src', 'web/src']
const parts = LAYERS.flatMap((layer) => layer.parts)

test('every source file belongs to a layer', () => {
  expect(sources.filter((file) => partOf(file) === undefined)).toEqual([])
})

test('a file imports only layers below its own', () => {
  const wrong = sources.flatMap((file) => {
    const part = partOf(file)
    const allowed = [part ?? file, ...(LAYERS.find((layer) => layer.parts.includes(part ?? ''))?.mayImport ?? [])]
    return importsOf(file)
      .files.filter((target) => /\.tsx?$/.test(target) && !mayReach(allowed, target))
      .map((target) => `${file} -> ${target}`)
  })
  expect(wrong).toEqual([])
})

test('restricted packages are imported only where they may be', () => {
  const wrong = sources.flatMap((file) =>
    importsOf(file)
      .packages.filter((name) => CONFINED.some((rule) => rule.package.test(name) && !isAtHome(rule, file)))
      .map((name) => `${file} -> ${name}`),
  )
  expect(wrong).toEqual([])
})

test('the server makes outbound calls in one place', () => {
  const elsewhere = sources.filter((file) => file.startsWith('server/src/') && !isWithin(file, 'server/src/outbound'))
  const calling = elsewhere.filter((file) => /(?<![.\w])(?:fetch|WebSocket|EventSource)\(/.test(codeOf(file)))
  const connecting = elsewhere.flatMap((file) =>
    [...codeOf(file).matchAll(/^import (?!type )([^;]*?) from '(node:[\w/]+)'/gm)]
      .filter(([, names = '', module = '']) => CONNECTING.test(module) && !connectsToNobody(names))
      .map(([statement]) => `${file}: ${statement}`),
  )
  expect([...calling, ...connecting]).toEqual([])
})

test('one statement writes to the outbox', () => {
  const writing = sources.filter((file) => /insert\s+into\s+outbox\b/i.test(textOf(file)))
  expect(writing).toEqual(['server/src/outbox/insert-rows.ts'])
})

test('the outbox knows no kind of row', () => {
  const own = sources.filter((file) => isWithin(file, 'server/src/outbox'))
  expect(own.filter((file) => /'(?:message|webhook|partner|logout)'/.test(textOf(file)))).toEqual([])
})

test('whatever writes a line of the audit publishes it for the metrics', () => {
  const writing = sources.filter((file) =>
    /insert\s+into\s+audit_events\b|\$\{auditLine\(|\bauditLinesOf\(/i.test(textOf(file)),
  )
  expect(writing).toHaveLength(6)
  expect(writing.filter((file) => !textOf(file).includes('auditWritten.publish('))).toEqual([])
})

test('only config.ts reads the environment', () => {
  const readers = sources.filter((file) => file.startsWith('server/src/') && textOf(file).includes('process.env'))
  expect(readers.filter((file) => !['server/src/config.ts', 'server/src/main.ts'].includes(file))).toEqual([])
})

test('no source file is longer than 250 lines', () => {
  const long = sources.map((file) => `${file}: ${textOf(file).trimEnd().split('\n').length} lines`)
  expect(long.filter((line) => Number(line.match(/: (\d+) lines$/)?.[1]) > 250)).toEqual([])
})

test('no source file contains a note of unfinished work', () => {
  // The words are put together here, so that this file does not find itself.
  const words = new RegExp(`\\b${'TO'}${'DO'}\\b|\\.${'only'}\\(`)
  const files = filesBelow('.', /\.(tsx?|mjs|css|html|sh|ya?ml)$/)
  expect(files.filter((file) => words.test(textOf(file)))).toEqual([])
})

test('the table names only parts that exist', () => {
  const known = [...parts, ...WHOLE_SIDES]
  expect(
    LAYERS.flatMap((layer) => layer.mayImport).filter((target) => !known.includes(target) && !partOf(target)),
  ).toEqual([])
})

const codeOf = (file: string) => textOf(file).replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '')

/** The only names that may connect: everything else, such as a whole module, counts as connecting. */
function connectsToNobody(names: string): boolean {
  const named = /^\{([^}]*)\}$/.exec(names)?.[1]?.split(',') ?? [names]
  return named.map((name) => name.trim()).every((name) => /^(?:type .*|)$/.test(name) || NOT_CONNECTING.includes(name))
}

function partOf(file: string): string | undefined {
  return parts.filter((part) => isWithin(file, part)).sort((a, b) => b.length - a.length)[0]
}

/** A part inside another one, such as a folder's routes, needs its own line. */
function mayReach(allowed: string[], target: string): boolean {
  const part = partOf(target) ?? target
  return allowed.some((place) => isWithin(target, place) && (WHOLE_SIDES.includes(place) || isWithin(place, part)))
}

function isAtHome(rule: (typeof CONFINED)[number], file: string): boolean {
  if (rule.onlyIn && !rule.onlyIn.some((part) => isWithin(file, part))) return false
  return !rule.nowhereIn?.some((part) => isWithin(file, part))
}

function isWithin(file: string, part: string): boolean {
  return file === part || file.startsWith(`${part}/`)
}

test('the tables are imported for their types only, because their library costs memory and time at every start (ADR 0002)', () => {
  const importing = /^import (?!type )[^']*'[^']*\/db\/schema\//m
  const loading = sources.filter((file) => !file.startsWith('server/src/db/schema/') && importing.test(textOf(file)))
  expect(loading).toEqual([])
})
