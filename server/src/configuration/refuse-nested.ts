import { Lexer } from 'yaml'
import { FaultyFile } from './faults.ts'

/** More than any record has. */
const LEVELS_MAX = 50

/** What is said of a file with more levels, also when the reader of YAML gives up before they are counted. */
export const tooDeep = (fileName: string) =>
  new FaultyFile([`${fileName}: The file is nested too deeply: ${LEVELS_MAX} levels are the most.`])

/** @throws FaultyFile when the content of a file is nested too deeply, or in itself by an alias */
export function refuseNested(fileName: string, content: unknown): void {
  // Level by level: an object that many aliases name is looked at once in each.
  let level = new Set([content].filter(isCompound))
  for (let depth = 0; depth < LEVELS_MAX; depth++)
    level = new Set([...level].flatMap((one) => Object.values(one)).filter(isCompound))
  if (level.size > 0) throw tooDeep(fileName)
}

/** The same for brackets alone, before the file is read: for many of them the reader of YAML takes minutes to give up. */
export function refuseBrackets(fileName: string, text: string): void {
  let depth = 0
  for (const token of new Lexer().lex(text)) {
    if (token === '[' || token === '{') depth++
    if (token === ']' || token === '}') depth--
    if (depth > LEVELS_MAX) throw tooDeep(fileName)
  }
}

const isCompound = (value: unknown): value is object => typeof value === 'object' && value !== null
