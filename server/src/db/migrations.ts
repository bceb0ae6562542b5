import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sourceFile } from '../places.ts'

const FOLDER = sourceFile('db/migrations')
const BREAK = '--> statement-breakpoint'

export type Migration = { tag: string; hash: string; statements: string[] }

/** In the order of their journal. @param last nothing after this one is read */
export function readMigrations(last?: string): Migration[] {
  const { entries } = JSON.parse(readFileSync(join(FOLDER, 'meta/_journal.json'), 'utf8')) as {
    entries: { tag: string }[]
  }
  const wanted = last === undefined ? entries : entries.slice(0, entries.findIndex(({ tag }) => tag === last) + 1)
  return wanted.map(({ tag }) => {
    const text = readFileSync(join(FOLDER, `${tag}.sql`), 'utf8')
    return { tag, hash: createHash('sha256').update(text).digest('hex'), statements: text.split(BREAK) }
  })
}

const PLAIN_INDEX = /^create index (?:if not exists )?"?(\w+)"?/i
const DROPPED_INDEX = /^drop index (?:if exists )?"?(\w+)"?/i
const ALTERED_INDEX = /^alter index (?:if exists )?"?(\w+)"? set/i

/** Without the comments before it. */
const bare = (statement: string) => statement.replace(/^(?:\s|--.*\n)+/, '')

/** Whether a statement makes an index that is no rule: nothing but speed depends on it. */
export const isPlainIndex = (statement: string) => PLAIN_INDEX.test(bare(statement))

/** Whether a plain index is one for searching parts of texts: slow to build, and needed by no rule. */
export const isSearchIndex = (statement: string) => /\busing gin\b/i.test(statement)

/** An index that was left out is not there to be dropped. */
export const forgivingDrop = (statement: string) =>
  bare(statement).replace(/^(drop index )(?!if exists)/i, '$1if exists ')

/** The plain indexes that all migrations together make, by name: what makes each, and what changes it afterwards. */
export function plainIndexes(migrations: Migration[]): Map<string, string[]> {
  const made = new Map<string, string[]>()
  for (const statement of migrations.flatMap(({ statements }) => statements.map(bare))) {
    const [, name] = PLAIN_INDEX.exec(statement) ?? []
    if (name !== undefined) made.set(name, [statement])
    made.get(ALTERED_INDEX.exec(statement)?.[1] ?? '')?.push(statement)
    made.delete(DROPPED_INDEX.exec(statement)?.[1] ?? '')
  }
  return made
}
