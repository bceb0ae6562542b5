import { createReadStream } from 'node:fs'
import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join } from 'node:path'
import { createZstdDecompress } from 'node:zlib'
import { type Entry, paddingOf, readHeader, TAR_BLOCK } from './tar.ts'

/**
 * Writes the files of a base copy into a new folder.
 *
 * @throws Error when its end is missing, or a header was changed, and when the signal comes
 */
export async function unpackCluster(file: string, to: string, signal: AbortSignal): Promise<void> {
  await mkdir(to, { mode: 0o700 })
  const source = createReadStream(file, { signal })
  const bytes = source.pipe(createZstdDecompress())
  source.on('error', (error) => bytes.destroy(error))
  const reader = makeReader(bytes)
  for (;;) {
    const entry = readHeader(await reader.take(TAR_BLOCK))
    if (entry === null) break
    if (entry.isFolder) await mkdir(join(to, entry.path), { mode: 0o700 })
    else await writeOne(reader, entry, to)
  }
  bytes.destroy()
}

type Reader = ReturnType<typeof makeReader>

async function writeOne(reader: Reader, { path, size }: Entry, to: string) {
  const file: FileHandle = await open(join(to, path), 'wx', 0o600)
  try {
    for (let left = size; left > 0; ) {
      const piece = await reader.some(left)
      await file.writeFile(piece)
      left -= piece.length
    }
    await reader.take(paddingOf(size).length)
  } finally {
    await file.close()
  }
}

function makeReader(bytes: AsyncIterable<Buffer>) {
  const chunks = bytes[Symbol.asyncIterator]()
  let chunk: Buffer = Buffer.alloc(0)
  /** At most so many bytes, and at least one. */
  const some = async (most: number): Promise<Buffer> => {
    if (chunk.length === 0) {
      const next = await chunks.next()
      if (next.done) throw new Error('The base copy is damaged: its end is missing.')
      chunk = next.value
    }
    const piece = chunk.subarray(0, most)
    chunk = chunk.subarray(piece.length)
    return piece
  }
  const take = async (length: number): Promise<Buffer> => {
    const pieces: Buffer[] = []
    for (let left = length; left > 0; ) {
      const piece = await some(left)
      pieces.push(piece)
      left -= piece.length
    }
    return Buffer.concat(pieces)
  }
  return { some, take }
}
