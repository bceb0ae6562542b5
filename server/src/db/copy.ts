import { once } from 'node:events'
import type { Socket } from 'node:net'
import pg from 'pg'

/** Bytes that are handed on together: PostgreSQL sends a message for each row. */
const BLOCK_BYTES = 64 * 1024

type Connection = {
  stream: Socket
  sendCopyFromChunk: (chunk: Buffer) => void
  endCopyFrom: () => void
  sendCopyFail: (reason: string) => void
}

/** The driver's own class, with the hooks for COPY that its types leave out. */
type DriverQuery = pg.Submittable & { callback: (failed: Error | null, result: pg.QueryResult) => void }
const DriverQuery = pg.Query as unknown as new (text: string) => DriverQuery

class CopyOut extends DriverQuery {
  take: (row: Buffer, stream: Socket) => void = () => undefined
  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection) {
    this.take(chunk, stream)
  }
}

class CopyIn extends DriverQuery {
  begin: (connection: Connection) => void = () => undefined
  handleCopyInResponse(connection: Connection) {
    this.begin(connection)
  }
}

/**
 * The rows of `copy … to stdout` in blocks. The database waits while the caller does.
 *
 * @returns how many rows there were
 */
export async function* copyOut(client: pg.Client, text: string): AsyncGenerator<Buffer, number> {
  const ready: Buffer[] = []
  let block = Buffer.allocUnsafe(BLOCK_BYTES)
  let filled = 0
  let socket: Socket | null = null
  let wake = () => {}
  let ended: { failed: Error | null; rows: number } | null = null

  const query = new CopyOut(text)
  query.callback = (failed, result) => {
    ended = { failed, rows: result?.rowCount ?? 0 }
    // The next statement needs its answer.
    socket?.resume()
    wake()
  }
  // The driver uses the memory of the row again after this call.
  query.take = (row, stream) => {
    socket = stream
    for (let from = 0; from < row.length; ) {
      const copied = row.copy(block, filled, from)
      filled += copied
      from += copied
      if (filled < BLOCK_BYTES) continue
      ready.push(block)
      block = Buffer.allocUnsafe(BLOCK_BYTES)
      filled = 0
      stream.pause()
      wake()
    }
  }
  client.query(query)
  for (;;) {
    const next = ready.shift()
    if (next !== undefined) {
      yield next
      continue
    }
    const end = ended as { failed: Error | null; rows: number } | null
    if (end?.failed) throw end.failed
    if (end !== null) {
      if (filled > 0) yield block.subarray(0, filled)
      return end.rows
    }
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    ;(socket as Socket | null)?.resume()
    await promise
  }
}

/**
 * Carries out `copy … from stdin` with these bytes.
 *
 * @returns how many rows were stored
 */
export async function copyIn(client: pg.Client, text: string, blocks: AsyncIterable<Buffer>): Promise<number> {
  const over = new AbortController()
  const { promise, resolve, reject } = Promise.withResolvers<number>()
  const query = new CopyIn(text)
  query.callback = (failed, result) => {
    over.abort()
    if (failed) reject(failed)
    else resolve(result.rowCount ?? 0)
  }
  query.begin = (connection) => {
    void send(blocks, connection, over.signal).catch((error: Error) => {
      // Not the database's answer to the broken COPY, but its reason.
      reject(error)
      if (!over.signal.aborted) connection.sendCopyFail('the source failed')
    })
  }
  client.query(query)
  return promise
}

async function send(blocks: AsyncIterable<Buffer>, connection: Connection, over: AbortSignal) {
  for await (const block of blocks) {
    if (over.aborted) return
    connection.sendCopyFromChunk(block)
    if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain', { signal: over })
  }
  connection.endCopyFrom()
}
