import { lineProgress, SILENT } from '../backup/progress.ts'
import { TrialImpossible, tryBackup } from '../backup/try-backup.ts'
import { findConnection } from '../db/open-beside.ts'
import { chooser, givenKey, KEY_OPTIONS, openFile, sayAside, useLittleMemory } from './backup-options.ts'
import type { Command } from './command.ts'

/** Restores a backup for trial, beside the servers. */
export const backupTry: Command = {
  words: 'FILE',
  help: 'Restore a backup into a scratch database beside yours, and remove it',
  options: { ...KEY_OPTIONS, quiet: { type: 'boolean', help: 'do not say how far it is' } },
  run: async (context) => {
    const { words, options, isJson, config, print } = context
    const progress = options.quiet === true ? SILENT : lineProgress(sayAside)
    const choose = chooser(givenKey(context), config())
    useLittleMemory()
    const file = openFile(words)
    try {
      const { masterKey, databaseUrl, dataDir } = config()
      const diskOf = databaseUrl === null ? dataDir : null
      const { counts } = await tryBackup(await findConnection(config()), file, {
        ...{ choose, masterKey, progress, diskOf },
      })
      const { tables, rows } = counts
      await print(
        isJson
          ? JSON.stringify({ isRestored: true, tables, rows })
          : `Restored for trial: ${rows} rows of ${tables} tables.`,
      )
      return 0
    } catch (error) {
      if (!(error instanceof TrialImpossible)) throw error
      sayAside(error.message)
      return 1
    }
  },
}
