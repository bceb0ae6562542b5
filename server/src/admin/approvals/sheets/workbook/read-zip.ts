import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'

const inflate = promisify(inflateRaw)

/** Far more than a sheet of 5,000 lines needs, and little enough for a process of its own. */
const UNPACKED_MAX = 20 * 1024 * 1024
const ENTRIES_MAX = 2000
const [END, ENTRY, LOCAL] = [0x06054b50, 0x02014b50, 0x04034b50]
const END_LENGTH = 22
const [STORED, DEFLATED] = [0, 8]

/**
 * The files of a ZIP archive by their names, each unpacked when it is asked for. What is unpacked is bounded by what comes out,
 * and not by the sizes that the archive names.
 *
 * @throws Error for what is no such archive
 */
export function openZip(archive: Buffer) {
  const entries = new Map<string, { method: number; size: number; at: number }>()
  let left = UNPACKED_MAX
  const end = archive.lastIndexOf(Buffer.from('PK\u0005\u0006'), archive.length - END_LENGTH)
  if (end === -1 || archive.readUInt32LE(end) !== END) throw new Error('no end of an archive')
  const count = archive.readUInt16LE(end + 10)
  if (count > ENTRIES_MAX) throw new Error('too many files')
  let at = archive.readUInt32LE(end + 16)
  for (let number = 0; number < count; number++) {
    if (archive.readUInt32LE(at) !== ENTRY) throw new Error('no entry')
    const [nameLength, extra, comment] = [28, 30, 32].map((place) => archive.readUInt16LE(at + place)) as [
      number,
      number,
      number,
    ]
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const isEncrypted = (archive.readUInt16LE(at + 8) & 1) === 1
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)]
    if (!isEncrypted) entries.set(name, { method, size, at: archive.readUInt32LE(at + 42) })
    at += 46 + nameLength + extra + comment
  }
  return {
    /** `null`: there is no such file. */
    read: async (name: string): Promise<string | null> => {
      const entry = entries.get(name)
      if (entry === undefined) return null
      if (archive.readUInt32LE(entry.at) !== LOCAL) throw new Error('no file')
      const from = entry.at + 30 + archive.readUInt16LE(entry.at + 26) + archive.readUInt16LE(entry.at + 28)
      const packed = archive.subarray(from, from + entry.size)
      if (entry.method !== STORED && entry.method !== DEFLATED) throw new Error('an unknown method')
      const content = entry.method === STORED ? packed : await inflate(packed, { maxOutputLength: Math.max(left, 1) })
      left -= content.length
      if (left < 0) throw new Error('too large')
      return content.toString('utf8')
    },
  }
}

/** Every xlsx file is a ZIP archive, and begins like one. */
export const isZip = (file: Buffer) => file.subarray(0, 4).equals(Buffer.from('PK\u0003\u0004'))
