import { lineProgress, SILENT } from '../backup/progress.ts'
import { verifyBackup } from '../backup/read-backup.ts'
import { DamagedBackup } from '../backup/sealed-chunks.ts'
import { chooser, givenKey, KEY_OPTIONS, megabytes, openFile, sayAside, useLittleMemory } from './backup-options.ts'
import type { Command } from './command.ts'

/** Reads a whole backup and stores nothing. */
export const backupVerify: Command = {
  words: 'FILE',
  help: 'Check that a backup is authentic and complete, without restoring it',
  options: { ...KEY_OPTIONS, quiet: { type: 'boolean', help: 'do not say how far it is' } },
  run: async (context) => {
    const { words, options, isJson, config, print } = context
    const progress = options.quiet === true ? SILENT : lineProgress(sayAside)
    useLittleMemory()
    const file = openFile(words)
    const read = await verifyBackup(file, chooser(givenKey(context), config()), progress).catch((error: Error) => {
      if (error instanceof DamagedBackup) return error
      throw error
    })
    if (read instanceof DamagedBackup) {
      await print(isJson ? JSON.stringify({ isValid: false, reason: read.message }) : read.message)
      return 1
    }
    const { counts, manifest, rowsOf } = read
    const { madeAt, migration } = manifest
    const hasMasterKey = manifest.masterKey !== null
    if (isJson) await print(JSON.stringify({ isValid: true, madeAt, migration, hasMasterKey, ...counts, rowsOf }))
    else
      await print(
        `The backup of ${madeAt} is complete: ${counts.rows} rows of ${counts.tables} tables, ${megabytes(counts.bytes)}${hasMasterKey ? ', with the master key' : ''}.`,
      )
    return 0
  },
}
