/** A file of an archive, packed by `deflateRaw`. */
export type PackedFile = { name: string; packed: Buffer; size: number; crc: number }

const DEFLATED = 8
/** An archive needs a day: the first that it can have, so that equal files are equal. */
const DAY = 0x21

/** A ZIP archive of these files, as `openZip` reads it. */
export function joinZip(files: readonly PackedFile[]): Buffer {
  const [locals, entries]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const { name, packed, size, crc } of files) {
    const title = Buffer.from(name)
    const head = Buffer.alloc(26)
    head.writeUInt16LE(20, 0)
    head.writeUInt16LE(DEFLATED, 4)
    head.writeUInt16LE(DAY, 8)
    head.writeUInt32LE(crc, 10)
    head.writeUInt32LE(packed.length, 14)
    head.writeUInt32LE(size, 18)
    head.writeUInt16LE(title.length, 22)
    const local = Buffer.concat([Buffer.from('PK\u0003\u0004'), head, title, packed])
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    entries.push(Buffer.concat([Buffer.from('PK\u0001\u0002\u0014\u0000'), head, place, title]))
    locals.push(local)
    at += local.length
  }
  const directory = Buffer.concat(entries)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length, 4)
  end.writeUInt16LE(entries.length, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\u0005\u0006'), end])
}
