import { createHmac, randomBytes } from 'node:crypto'
import { equalBytes } from '../crypto/secrets.ts'
import { type BackupKey, fileKeys } from './backup-keys.ts'
import { CHANGED, DamagedBackup, TRUNCATED } from './sealed-chunks.ts'

/** Magic, length (2), header as JSON, HMAC of the header (32); chunks follow. */
const MAGIC = Buffer.from('GHBACKUP')
const MAC_BYTES = 32

/** What can be read of a backup without its key. */
export type FileHeader = { version: 1; madeAt: string; key: BackupKey['kind']; salt: string }

/** The first bytes of a new file, and the key of its chunks. */
export function makeHeader(key: BackupKey, madeAt: Date): { bytes: Buffer; chunkKey: Buffer } {
  const salt = randomBytes(32)
  const keys = fileKeys(key, salt)
  const header: FileHeader = { version: 1, madeAt: madeAt.toISOString(), key: key.kind, salt: salt.toString('base64') }
  const json = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(2)
  length.writeUInt16BE(json.length)
  return { bytes: Buffer.concat([MAGIC, length, json, mac(keys.header, json)]), chunkKey: keys.chunks }
}

/**
 * @param read gives so many bytes, fewer at the end of the file
 * @param choose gives the key for the kind that the header names
 * @throws DamagedBackup when it is none @throws Error with a sentence for the operator
 */
export async function readHeader(
  read: (bytes: number) => Promise<Buffer>,
  choose: (kind: BackupKey['kind']) => BackupKey,
): Promise<{ header: FileHeader; bytes: Buffer; chunkKey: Buffer }> {
  const start = await read(MAGIC.length + 2)
  if (start.length < MAGIC.length + 2 || !start.subarray(0, MAGIC.length).equals(MAGIC))
    throw new DamagedBackup(NO_BACKUP)
  const length = start.readUInt16BE(MAGIC.length)
  const json = await read(length)
  const given = await read(MAC_BYTES)
  if (json.length < length || given.length < MAC_BYTES) throw new DamagedBackup(TRUNCATED)
  const header = parse(json)
  const keys = fileKeys(choose(header.key), Buffer.from(header.salt, 'base64'))
  if (!equalBytes(mac(keys.header, json), given)) throw new Error(WRONG_KEY[header.key])
  return { header, bytes: Buffer.concat([start, json, given]), chunkKey: keys.chunks }
}

const NO_BACKUP = 'This is no backup of Gatehouse.'
/** Which of the two it is cannot be seen: only the right key proves the beginning. */
const opensNot = (key: string) =>
  `This backup does not open: ${key} is not the one that it was encrypted with, or its beginning was changed.`
const WRONG_KEY = {
  master: opensNot('the master key'),
  key: opensNot('the key'),
  passphrase: opensNot('the passphrase'),
}

function parse(json: Buffer): FileHeader {
  const header = parseOrNull(json)
  if (header === null || !Object.hasOwn(WRONG_KEY, header.key) || typeof header.salt !== 'string')
    throw new DamagedBackup(CHANGED)
  if (header.version !== 1) throw new Error('This backup was made by a newer version of Gatehouse. Use that version.')
  return header
}

function parseOrNull(json: Buffer): FileHeader | null {
  try {
    return JSON.parse(json.toString('utf8')) as FileHeader
  } catch {
    return null
  }
}

const mac = (key: Buffer, json: Buffer) => createHmac('sha256', key).update(MAGIC).update(json).digest()
