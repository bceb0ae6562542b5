import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const guide = readFileSync(join(import.meta.dirname, '..', '..', 'docs', 'integrating.md'), 'utf8')

/**
 * An example of docs/integrating.md, unchanged except for the given replacements, mostly real addresses.
 *
 * @throws if there is no such example, or if a text to replace is not in it
 */
export function example(heading: string, language: string, replacements: Record<string, string>): string {
  const section = guide.split(/^##+ (?:\d+\. )?/m).find((text) => text.startsWith(`${heading}\n`))
  const [, code] = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, 'ms').exec(section ?? '') ?? []
  if (code === undefined) throw new Error(`docs/integrating.md has no ${language} under "${heading}"`)
  return Object.entries(replacements).reduce((text, [from, to]) => {
    if (!text.includes(from)) throw new Error(`the ${language} under "${heading}" does not say ${from}`)
    return text.replaceAll(from, to)
  }, code)
}

/** The fields of the form by their labels, with their values. */
export type Settings = [label: string, values: string[]][]

/** The values that the guide tells an administrator to enter for one kind of application. */
export function settingsOf(kind: string): Settings {
  const [head, , ...rows] = (/^\| Field \| .*?(?=\n\n)/ms.exec(guide)?.[0] ?? '').split('\n').map(cellsOf)
  const column = head?.indexOf(kind) ?? -1
  if (column < 1) throw new Error(`docs/integrating.md does not say what to enter for "${kind}"`)
  return rows.map((cells): Settings[number] => [cells[0] ?? '', valuesOf(cells[column] ?? '')])
}

const cellsOf = (row: string) =>
  row
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
const valuesOf = (cell: string) => [...cell.matchAll(/`([^`]+)`/g)].map(([, value]) => value as string)
