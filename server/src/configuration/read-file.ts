import { createHash } from 'node:crypto'
import { nearestTo } from '@gatehouse/contract/nearest.ts'
import { type Document, LineCounter, parseDocument } from 'yaml'
import { FORMAT } from './export-file.ts'
import { type Fault, FaultyFile, type Path } from './faults.ts'
import { halfCharacters } from './half-characters.ts'
import { type FileKind, fieldsOf, nameInFile } from './kind.ts'
import { namedAgain } from './named-again.ts'
import { offsetFinder, repeatedKeys } from './places-of-yaml.ts'
import { nameOf } from './records.ts'
import { refuseBrackets, refuseNested, tooDeep } from './refuse-nested.ts'
import { at, isObject } from './values.ts'

/** A record as the file says it. */
export type FileRecord = { kind: FileKind; name: string[]; given: Record<string, unknown>; path: Path }

export type ConfigurationFile = {
  /** The records by section. A section that the file does not have is not compared. */
  sections: Map<string, FileRecord[]>
  digest: string
  /** A fault with its place, for people. */
  inWords: (fault: Fault) => string
}

/**
 * Reads a file, without the portal.
 *
 * @throws FaultyFile with everything that can be seen without the portal
 */
export function readFile(text: string, fileName: string, kinds: readonly FileKind[]): ConfigurationFile {
  refuseBrackets(fileName, text)
  const lines = new LineCounter()
  // Its own look for repeated keys compares each with all others: 50,000 take minutes.
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false })
  const offsetOf = offsetFinder(document)
  const lineOf = (offset: number) => lines.linePos(offset).line
  const inWords = ({ path, text: what }: Fault) => `${fileName}:${lineOf(offsetOf(path))}: ${placeOf(path)}${what}`
  if (document.errors.some(({ code }) => code === 'RESOURCE_EXHAUSTION')) throw tooDeep(fileName)
  if (document.errors.length > 0)
    throw new FaultyFile(
      document.errors.map(({ pos, message }) => `${fileName}:${lineOf(pos[0])}: ${firstLine(message)}`),
    )
  const root = plainValue(document, fileName)
  refuseNested(fileName, root)
  const repeated = repeatedKeys(document)
  if (repeated.length > 0)
    throw new FaultyFile(
      repeated.map(
        ({ key, offset }) => `${fileName}:${lineOf(offset)}: "${key}" stands here twice. Remove one of them.`,
      ),
    )
  const faults = [...rootFaults(root, kinds), ...halfCharacters(root)]
  const sections = new Map<string, FileRecord[]>()
  for (const kind of isObject(root) ? kinds.filter(({ section }) => Object.hasOwn(root, section)) : []) {
    const read = readSection(kind, at(root, [kind.section]))
    faults.push(...read.faults, ...namedAgain(read.records))
    sections.set(kind.section, read.records)
  }
  if (faults.length > 0) throw new FaultyFile(faults.map(inWords))
  return { sections, inWords, digest: createHash('sha256').update(text).digest('hex') }
}

/** @throws FaultyFile for aliases that name nothing, or too many */
function plainValue(document: Document, fileName: string): unknown {
  try {
    return document.toJS()
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(fileName)
    throw new FaultyFile([`${fileName}: ${(error as Error).message}`])
  }
}

function rootFaults(root: unknown, kinds: readonly FileKind[]): Fault[] {
  if (!isObject(root)) return [{ path: [], text: 'A file of the configuration begins with "gatehouse: 1".' }]
  const known = ['gatehouse', ...kinds.map(({ section }) => section)]
  const strange = Object.keys(root).filter((key) => !known.includes(key))
  return [
    ...(root.gatehouse === FORMAT
      ? []
      : [{ path: ['gatehouse'], text: `The version of the format must be ${FORMAT}, as in "gatehouse: ${FORMAT}".` }]),
    ...strange.map((key) => ({ path: [key], text: `There is no section of this name.${suggestion(key, known)}` })),
  ]
}

function readSection(kind: FileKind, list: unknown): { records: FileRecord[]; faults: Fault[] } {
  if (!Array.isArray(list))
    return { records: [], faults: [{ path: [kind.section], text: 'A section is a list: write [] for none.' }] }
  const read = list.map((given: unknown, index) => readRecord(kind, given, [kind.section, index]))
  return {
    records: read.flatMap((one) => ('given' in one ? [one] : [])),
    faults: read.flatMap((one) => ('faults' in one ? one.faults : [])),
  }
}

function readRecord(kind: FileKind, given: unknown, path: Path): FileRecord | { faults: Fault[] } {
  if (!isObject(given)) return { faults: [{ path, text: 'A record has fields, such as "name: …".' }] }
  const known = [...fieldsOf(kind).map((field) => nameInFile(kind, field)), ...Object.keys(kind.links)]
  const strange = Object.keys(given)
    .filter((key) => !known.includes(key))
    .map((key): Fault => ({ path: [...path, key], text: strangeKey(kind, key, known) }))
  const inside = Object.keys(kind.leftOut)
    .filter((key) => key.includes('.') && at(given, key.split('.')) !== undefined)
    .map((key): Fault => ({ path: [...path, ...key.split('.')], text: strangeKey(kind, key, []) }))
  const nameless = kind.key
    .map((key) => ({ key, parts: key.split('.') }))
    .filter(({ parts }) => typeof at(given, parts) !== 'string' || at(given, parts) === '')
    .map(({ key, parts }): Fault => {
      const isGiven = ['number', 'boolean'].includes(typeof at(given, parts))
      const rule = isGiven ? 'it must be a text: put it in quotes' : 'it is required'
      return { path: [...path, ...parts], text: `${key} is part of the name, so ${rule}.` }
    })
  const faults = [...strange, ...inside, ...nameless]
  return faults.length > 0 ? { faults } : { kind, name: nameOf(kind, given), given, path }
}

function strangeKey({ leftOut }: FileKind, key: string, known: readonly string[]): string {
  const reason = Object.hasOwn(leftOut, key) ? leftOut[key] : undefined
  return reason === undefined
    ? `There is no field of this name.${suggestion(key, known)}`
    : `This is not configured by file: ${reason}.`
}

function suggestion(key: string, known: readonly string[]): string {
  const near = nearestTo(key, known, LETTERS_MAX)
  return near === null ? '' : ` Did you mean ${near}?`
}

/** A name that differs by more is another one. */
const LETTERS_MAX = 4

const firstLine = (message: string) => message.split('\n')[0]?.replace(/ at line \d+, column \d+:?$/, '')

const placeOf = (path: Path) => (path.length === 0 ? '' : `${path.join('.')}: `)
