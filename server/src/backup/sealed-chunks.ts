import { createCipheriv, createDecipheriv, hash } from 'node:crypto'

// The STREAM construction (Hoang, Reyhanitabar, Rogaway, Vizár 2015): each chunk is sealed by itself under a nonce of its
// number and of whether it is the last, so that none can be changed, moved, repeated or left out.

export const CHUNK_BYTES = 256 * 1024
const TAG_BYTES = 16
const LENGTH_BYTES = 4
/** In the length of the last chunk. */
const LAST = 0x8000_0000
const CIPHER = 'aes-256-gcm'

/** The content of a file is not what was written; the message is for the operator. */
export class DamagedBackup extends Error {}

/** @param key used for this file alone @param header authenticated with every chunk */
export async function* sealChunks(
  plain: AsyncIterable<Buffer>,
  key: Buffer,
  header: Buffer,
): AsyncGenerator<Buffer, void> {
  const about = hash('sha256', header, 'buffer')
  let number = 0
  let parts: Buffer[] = []
  let bytes = 0
  const sealOne = (chunk: Buffer, isLast: boolean) => {
    const cipher = createCipheriv(CIPHER, key, nonceOf(number++, isLast)).setAAD(about)
    const length = Buffer.alloc(LENGTH_BYTES)
    length.writeUInt32BE((chunk.length | (isLast ? LAST : 0)) >>> 0)
    return Buffer.concat([length, cipher.update(chunk), cipher.final(), cipher.getAuthTag()])
  }
  for await (const part of plain) {
    parts.push(part)
    bytes += part.length
    if (bytes <= CHUNK_BYTES) continue
    const whole = Buffer.concat(parts)
    let from = 0
    // At least one byte stays for the last chunk.
    for (; whole.length - from > CHUNK_BYTES; from += CHUNK_BYTES)
      yield sealOne(whole.subarray(from, from + CHUNK_BYTES), false)
    parts = [whole.subarray(from)]
    bytes = whole.length - from
  }
  yield sealOne(Buffer.concat(parts), true)
}

/** @throws DamagedBackup when the file was changed or its end is missing */
export async function* openChunks(
  read: (bytes: number) => Promise<Buffer>,
  key: Buffer,
  header: Buffer,
): AsyncGenerator<Buffer, void> {
  const about = hash('sha256', header, 'buffer')
  for (let number = 0; ; number++) {
    const prefix = await read(LENGTH_BYTES)
    if (prefix.length < LENGTH_BYTES) throw new DamagedBackup(TRUNCATED)
    const isLast = prefix.readUInt32BE() >= LAST
    const length = prefix.readUInt32BE() % LAST
    if (length > CHUNK_BYTES) throw new DamagedBackup(CHANGED)
    const sealed = await read(length + TAG_BYTES)
    if (sealed.length < length + TAG_BYTES) throw new DamagedBackup(TRUNCATED)
    yield openOne(sealed, nonceOf(number, isLast), key, about)
    if (!isLast) continue
    if ((await read(1)).length > 0) throw new DamagedBackup(CHANGED)
    return
  }
}

export const TRUNCATED = 'The file is damaged: its end is missing.'
export const CHANGED = 'The file is damaged: it was changed after it was written.'

function openOne(sealed: Buffer, nonce: Buffer, key: Buffer, about: Buffer): Buffer {
  const decipher = createDecipheriv(CIPHER, key, nonce, { authTagLength: TAG_BYTES }).setAAD(about)
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    const plain = decipher.update(sealed.subarray(0, -TAG_BYTES))
    // Gives nothing more, and throws when the tag is not that of the chunk.
    decipher.final()
    return plain
  } catch (cause) {
    throw new DamagedBackup(CHANGED, { cause })
  }
}

function nonceOf(number: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(number, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}
