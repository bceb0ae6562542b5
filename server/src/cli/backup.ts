import { join } from 'node:path'
import { fileNameByHand } from '../backup/file-names.ts'
import { lineProgress, SILENT } from '../backup/progress.ts'
import { type BackupOptions, writeBackup } from '../backup/write-backup.ts'
import { findConnection } from '../db/open-beside.ts'
import { givenKey, KEY_OPTIONS, megabytes, sayAside, useLittleMemory } from './backup-options.ts'
import { type Command, type Context, UsageError } from './command.ts'
import { writeNewFile } from './new-file.ts'

/** Writes an encrypted backup of the database, while people work. */
export const backup: Command = {
  help: 'Back up the whole database, encrypted, while people work',
  options: {
    to: { type: 'string', value: 'FILE', help: 'a new file, or - for standard output; otherwise a new file here' },
    ...KEY_OPTIONS,
    'with-master-key': { type: 'boolean', help: 'include the master key; needs a passphrase or key file' },
    quiet: { type: 'boolean', help: 'do not say how far it is' },
  },
  run: async (context) => {
    const { to = join(process.cwd(), fileNameByHand(new Date())) } = context.options
    if (to === '-' && process.stdout.isTTY) throw new UsageError('A backup is no text: send it to a file or a program.')
    useLittleMemory()
    const options = optionsOf(context)
    const connection = await findConnection(context.config())
    const backUp = (write: Context['write']) => writeBackup(connection, write, options)
    const counts = await (to === '-' ? backUp(context.write) : writeNewFile(String(to), backUp))
    const text = context.isJson
      ? JSON.stringify({ file: to, ...counts, key: options.key.kind, withMasterKey: options.withMasterKey })
      : `${to === '-' ? 'Written' : to}: ${counts.rows} rows of ${counts.tables} tables, ${megabytes(counts.bytes)}. ${OPENS[options.key.kind]}`
    if (to === '-') sayAside(text)
    else await context.print(text)
    return 0
  },
}

const OPENS = {
  master: 'It opens with the master key, which is not in it: keep that elsewhere.',
  key: 'It opens with BACKUP_KEY, or the key of --key-file.',
  passphrase: 'It opens with the passphrase.',
}

function optionsOf(context: Context): BackupOptions {
  const { masterKey } = context.config()
  const given = givenKey(context)
  const withMasterKey = context.options['with-master-key'] === true
  if (withMasterKey && given === null)
    throw new UsageError('--with-master-key needs --passphrase-file or --key-file: the key cannot protect itself.')
  if (masterKey === null && (given === null || withMasterKey))
    throw new UsageError('Set MASTER_KEY as for the server, or give --passphrase-file or --key-file.')
  return {
    key: given ?? { kind: 'master', key: masterKey as Buffer },
    ...{ masterKey, withMasterKey },
    progress: context.options.quiet === true ? SILENT : lineProgress(sayAside),
  }
}
