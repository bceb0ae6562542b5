/** The plain content of a backup: statements as JSON, and between them the rows as `copy` writes them. */
export type Frame = { kind: 'json'; value: unknown } | { kind: 'rows'; bytes: Buffer }

const KINDS = { json: 1, rows: 2 }
const HEAD_BYTES = 5
/** Longer ones are not written. */
const FRAME_MAX_BYTES = 4 * 1024 * 1024

export function writeFrame(frame: Frame): Buffer {
  const bytes = frame.kind === 'json' ? Buffer.from(JSON.stringify(frame.value)) : frame.bytes
  const head = Buffer.alloc(HEAD_BYTES)
  head[0] = KINDS[frame.kind]
  head.writeUInt32BE(bytes.length, 1)
  return Buffer.concat([head, bytes])
}

/** @throws Error when the content is not of this form */
export async function* readFrames(read: (bytes: number) => Promise<Buffer>): AsyncGenerator<Frame, void> {
  for (;;) {
    const head = await read(HEAD_BYTES)
    if (head.length === 0) return
    const length = head.length === HEAD_BYTES ? head.readUInt32BE(1) : 0
    const bytes = await read(length)
    if (head.length < HEAD_BYTES || length > FRAME_MAX_BYTES || bytes.length < length) throw new Error(NOT_READABLE)
    if (head[0] === KINDS.rows) yield { kind: 'rows', bytes }
    else if (head[0] === KINDS.json) yield { kind: 'json', value: JSON.parse(bytes.toString('utf8')) }
    else throw new Error(NOT_READABLE)
  }
}

const NOT_READABLE = 'The content of this backup cannot be read by this version of Gatehouse.'

/** Reads exact numbers of bytes from a stream; fewer at its end. */
export function makeReader(source: AsyncIterable<Buffer>): (bytes: number) => Promise<Buffer> {
  const chunks = source[Symbol.asyncIterator]()
  let held: Buffer[] = []
  let bytesHeld = 0
  return async (wanted) => {
    while (bytesHeld < wanted) {
      const { value, done } = await chunks.next()
      if (done) break
      held.push(value)
      bytesHeld += value.length
    }
    const all = held.length === 1 ? (held[0] as Buffer) : Buffer.concat(held)
    const given = all.subarray(0, wanted)
    held = [all.subarray(given.length)]
    bytesHeld = all.length - given.length
    return given
  }
}
