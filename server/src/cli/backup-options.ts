import { Readable } from 'node:stream'
import { setFlagsFromString } from 'node:v8'
import type { BackupKey } from '../backup/backup-keys.ts'
import { bytesOf } from '../bytes-of.ts'
import type { CommandConfig } from '../config.ts'
import { readSecretFile } from '../config-secrets.ts'
import { type Context, UsageError } from './command.ts'

const PASSPHRASE_MIN_CHARACTERS = 15

/** The options of all commands that need the key of a backup. */
export const KEY_OPTIONS = {
  'passphrase-file': { type: 'string', value: 'FILE', help: 'encrypted with the passphrase in this file' },
  'key-file': { type: 'string', value: 'FILE', help: 'encrypted with the key in this file: 32 bytes as base64' },
} as const

/** The key that the options name, or BACKUP_KEY; `null`: the master key. */
export function givenKey({ options, config }: Context): BackupKey | null {
  const { 'passphrase-file': passphraseFile, 'key-file': keyFile } = options
  if (passphraseFile !== undefined && keyFile !== undefined)
    throw new UsageError('Give --passphrase-file or --key-file, not both.')
  if (typeof passphraseFile === 'string') {
    const passphrase = read(passphraseFile, '--passphrase-file')
    if (passphrase.length < PASSPHRASE_MIN_CHARACTERS)
      throw new UsageError(`The passphrase must have ${PASSPHRASE_MIN_CHARACTERS} characters or more.`)
    return { kind: 'passphrase', passphrase }
  }
  if (typeof keyFile !== 'string') {
    const { backupKey } = config()
    return backupKey && { kind: 'key', key: backupKey }
  }
  const key = Buffer.from(read(keyFile, '--key-file').trim(), 'base64')
  if (key.length !== 32) throw new UsageError('--key-file must hold 32 bytes as base64 (openssl rand -base64 32).')
  return { kind: 'key', key }
}

/** For `readBackup`: the key of the kind that the file names. */
export function chooser(given: BackupKey | null, { masterKey }: CommandConfig) {
  return (kind: BackupKey['kind']): BackupKey => {
    if (kind === 'master' && masterKey !== null) return { kind, key: masterKey }
    if (given?.kind === kind) return given
    throw new UsageError(MISSING[kind])
  }
}

const MISSING = {
  master: 'This backup is encrypted with the master key: set MASTER_KEY to that of the servers that were backed up.',
  passphrase: 'This backup is encrypted with a passphrase: add --passphrase-file FILE.',
  key: 'This backup is encrypted with a key of its own: set BACKUP_KEY or add --key-file FILE.',
}

/** `-` is standard input. */
export function openFile(words: string[]): Readable {
  const [name, ...more] = words
  if (name === undefined || more.length > 0) throw new UsageError('Give one file, or - for standard input.')
  const file = name === '-' ? process.stdin : Readable.from(bytesOf(name), { objectMode: false })
  // That it cannot be read is reported when it is read, which may be later.
  return file.on('error', () => undefined)
}

/**
 * Blocks of bytes are let go when the nursery of the JavaScript heap is collected, which a large one delays: 40 MiB and more.
 */
export function useLittleMemory() {
  setFlagsFromString('--max-semi-space-size=1')
  setFlagsFromString('--semi-space-growth-factor=1')
}

/** Standard output may hold the backup. */
export const sayAside = (line: string) => {
  process.stderr.write(`${line}\n`)
}

export const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(1)} MB`

function read(file: string, option: string): string {
  const faults: string[] = []
  const text = readSecretFile(file, option, faults)
  if (faults[0] !== undefined) throw new UsageError(faults[0])
  return text
}
