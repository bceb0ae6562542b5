import { buffer } from 'node:stream/consumers'
import { bytesOf } from '../bytes-of.ts'
import { requireUtf8 } from '../configuration/decode-utf8.ts'
import type { RecordChange } from '../configuration/differences.ts'
import { type Command, type Context, UsageError } from './command.ts'

export const DELETE = { type: 'boolean', help: 'delete what the sections of the file do not name' } as const

/** Tells what a file would change. Everything is tried, and undone. */
export const configPlan: Command = {
  words: 'FILE',
  help: 'Show what a file of the configuration would change; ends with 1 when there is something',
  options: { delete: DELETE },
  run: async (context) => {
    const changes = await compare(context, true)
    return changes.some(({ change }) => change !== 'surplus') ? 1 : 0
  },
}

/** Reads the file, tries or applies it, and prints the changes. */
export async function compare(context: Context, isDry: boolean): Promise<RecordChange[]> {
  const { words, options, config, db: open, print, isJson } = context
  const [name, ...more] = words
  if (name === undefined || more.length > 0) throw new UsageError('Give one file, or - for standard input.')
  const bytes = await buffer(name === '-' ? process.stdin : bytesOf(name))
  const file = { name, text: requireUtf8(bytes, name) }
  const db = await open()
  const { applyConfiguration, describe } = await import('../configuration/configuration.ts')
  const changes = await applyConfiguration(db, config(), file, { isDry, isDelete: options.delete === true })
  if (isJson) await print(JSON.stringify({ changes }))
  else for (const line of describe(changes, isDry)) await print(line)
  return changes
}
