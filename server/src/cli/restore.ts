import { createInterface } from 'node:readline/promises'
import type { Manifest } from '../backup/manifest.ts'
import { lineProgress, SILENT } from '../backup/progress.ts'
import type { Regained } from '../backup/regained.ts'
import { type Restored, restoreBackup } from '../backup/restore-backup.ts'
import { buildIndexes } from '../db/build-indexes.ts'
import { openAlone } from '../db/open.ts'
import { chooser, givenKey, KEY_OPTIONS, openFile, sayAside, useLittleMemory } from './backup-options.ts'
import { type Command, type Context, UsageError } from './command.ts'
import { writeNewFile } from './new-file.ts'
import { sayRegained } from './say-regained.ts'

/** Loads a backup into an empty database, or instead of what is in it. */
export const restore: Command = {
  words: 'FILE',
  help: 'Load a backup into an empty database, with all servers stopped',
  options: {
    ...KEY_OPTIONS,
    replace: { type: 'boolean', help: 'remove what is in the database' },
    yes: { type: 'boolean', help: 'do not ask: what is replaced and who gets access again is as wanted' },
    'master-key-to': { type: 'string', value: 'FILE', help: 'write the master key of the backup to a new file' },
    quiet: { type: 'boolean', help: 'do not say how far it is' },
  },
  run: async (context) => {
    const { words, options, config } = context
    const settings = config()
    const progress = options.quiet === true ? SILENT : lineProgress(sayAside)
    const choose = chooser(givenKey(context), settings)
    useLittleMemory()
    const file = openFile(words)
    const { connection, isAlone, close } = await openAlone(settings)
    try {
      const restored = await restoreBackup(connection, file, {
        ...{ choose, isAlone, progress, masterKey: settings.masterKey, replace: options.replace === true },
        confirm: async (regained, manifest) => {
          const isWanted = await confirm(context, regained)
          if (isWanted) await keepMasterKey(options['master-key-to'], manifest)
          return isWanted
        },
      })
      await report(context, restored)
      progress.step('Building the indexes of the searches. Servers may be started meanwhile.')
      await buildIndexes(connection)
      return 0
    } finally {
      await close()
    }
  },
}

/** Nothing is committed before this is answered. */
async function confirm({ options, words }: Context, regained: Regained): Promise<boolean> {
  sayRegained(regained)
  if (options.replace !== true || options.yes === true) return true
  sayAside('What is in the database now will be removed, also the lines of the audit since the backup.')
  if (!process.stdin.isTTY || words[0] === '-') throw new UsageError('Nothing was restored: add --yes.')
  const reader = createInterface({ input: process.stdin, output: process.stderr })
  const answer = await reader.question('Type "restore" to go on: ')
  reader.close()
  return answer.trim() === 'restore'
}

/** Before the commit, so that nothing is restored when it cannot be written. */
async function keepMasterKey(file: string | boolean | undefined, { masterKey }: Manifest) {
  if (typeof file !== 'string') return
  if (masterKey === null) throw new UsageError('Nothing was restored: this backup has no master key.')
  await writeNewFile(file, (write) => write(`${masterKey}\n`))
}

async function report({ isJson, print }: Context, { counts, manifest, regained }: Restored) {
  const { madeAt } = manifest
  if (isJson) return print(JSON.stringify({ madeAt, tables: counts.tables, rows: counts.rows, regained }))
  await print(`Restored: ${counts.rows} rows of ${counts.tables} tables, as of ${madeAt}.`)
  await print('Everybody must sign in again. Invitations and links to choose a password have ended: send new ones.')
}
