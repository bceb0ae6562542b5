import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type { BackupKey } from './backup-keys.ts'
import { readHeader } from './file-header.ts'
import { type Frame, makeReader, readFrames } from './frames.ts'
import type { BackupEnd, Counts, Manifest, TableEnd, TableStart } from './manifest.ts'
import type { Progress } from './progress.ts'
import { DamagedBackup, openChunks } from './sealed-chunks.ts'

/** What is done with a backup while it is read. */
export type Visit = {
  begin: (manifest: Manifest) => Promise<void>
  /** Must read all rows. @returns how many there were, or `null` when it has not counted them */
  table: (start: TableStart, rows: AsyncIterable<Buffer>) => Promise<number | null>
  /** Everything was read and is authentic. */
  end: (counts: BackupEnd) => Promise<void>
}

/**
 * Reads a whole backup. Nothing of it may be kept before `end`: only then it is certain that the file is complete.
 *
 * @throws DamagedBackup @throws Error with a sentence for the operator when the key is wrong
 */
export async function readBackup(
  file: Readable,
  choose: (kind: BackupKey['kind']) => BackupKey,
  visit: Visit,
): Promise<Counts> {
  let bytes = 0
  const counts: BackupEnd = { tables: 0, rows: 0 }
  async function* plain(source: AsyncIterable<Buffer>) {
    const read = makeReader(source)
    const counted = async (wanted: number) => {
      const given = await read(wanted)
      bytes += given.length
      return given
    }
    const { chunkKey, bytes: header } = await readHeader(counted, choose)
    yield* openChunks(counted, chunkKey, header)
  }
  await pipeline(file, plain, createZstdDecompress(), async (content: AsyncIterable<Buffer>) => {
    const frames = readFrames(makeReader(content))
    await visit.begin((await nextJson(frames)) as Manifest)
    for (;;) {
      const start = (await nextJson(frames)) as TableStart | BackupEnd
      if (!('table' in start)) {
        const isWhole = start.tables === counts.tables && start.rows === counts.rows
        if (!isWhole || !(await frames.next()).done) throw new DamagedBackup(NOT_WHOLE)
        return visit.end(counts)
      }
      await readTable(frames, start, counts, visit)
    }
  })
  return { ...counts, bytes }
}

async function readTable(frames: AsyncGenerator<Frame, void>, start: TableStart, counts: BackupEnd, visit: Visit) {
  let written = null as TableEnd | null
  let lines = 0
  async function* rows() {
    for (;;) {
      const { value: frame } = await frames.next()
      if (!frame) throw new DamagedBackup(NOT_WHOLE)
      if (frame.kind === 'json') {
        written = frame.value as TableEnd
        return
      }
      lines += countLines(frame.bytes)
      yield frame.bytes
    }
  }
  const stored = await visit.table(start, rows())
  if (written === null || lines !== written.rows || (stored !== null && stored !== lines))
    throw new DamagedBackup(NOT_WHOLE)
  counts.tables++
  counts.rows += lines
}

/** `copy` writes each row as a line, and line feeds in values as `\n`. */
function countLines(bytes: Buffer): number {
  let lines = 0
  for (let at = bytes.indexOf(10); at !== -1; at = bytes.indexOf(10, at + 1)) lines++
  return lines
}

async function nextJson(frames: AsyncGenerator<Frame, void>): Promise<unknown> {
  const { value: frame } = await frames.next()
  if (frame?.kind !== 'json') throw new DamagedBackup(NOT_WHOLE)
  return frame.value
}

const NOT_WHOLE = 'The content of this backup is not complete.'

/** Reads everything, checks that it is authentic and complete, and keeps nothing. */
export async function verifyBackup(
  file: Readable,
  choose: (kind: BackupKey['kind']) => BackupKey,
  progress: Progress,
): Promise<{ counts: Counts; manifest: Manifest; rowsOf: Record<string, number> }> {
  let manifest = null as Manifest | null
  const rowsOf: Record<string, number> = {}
  const counts = await readBackup(file, choose, {
    begin: async (read) => {
      manifest = read
    },
    table: async ({ table }, rows) => {
      let lines = 0
      for await (const bytes of rows) {
        lines += countLines(bytes)
        progress.moved(table, bytes.length)
      }
      rowsOf[table] = lines
      return null
    },
    end: async () => undefined,
  })
  return { counts, rowsOf, manifest: manifest as unknown as Manifest }
}
