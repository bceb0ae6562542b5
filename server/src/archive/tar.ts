/** One file or folder in a tar file (POSIX ustar). */
export type Entry = { path: string; size: number; isFolder: boolean }

export const TAR_BLOCK = 512
const PATH_MAX = 100
/** More than eleven octal digits. */
const SIZE_MAX = 8 ** 11

const octal = (value: number, digits: number) => `${value.toString(8).padStart(digits, '0')}\0`

/** @throws Error when the format has no room for it */
export function headerOf({ path, size, isFolder }: Entry): Buffer {
  if (Buffer.byteLength(path) > PATH_MAX || size >= SIZE_MAX) throw new Error(`${path} does not fit into a tar file.`)
  const header = Buffer.alloc(TAR_BLOCK)
  header.write(path, 0)
  header.write(octal(isFolder ? 0o700 : 0o600, 7), 100)
  for (const at of [108, 116]) header.write(octal(0, 7), at)
  header.write(octal(size, 11), 124)
  header.write(octal(0, 11), 136)
  header.write(' '.repeat(8), 148)
  header.write(isFolder ? '5' : '0', 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((total, byte) => total + byte, 0)
  header.write(`${octal(sum, 6)} `, 148)
  return header
}

/** `null`: the end of the tar file. @throws Error when it is no header */
export function readHeader(header: Buffer): Entry | null {
  if (header.every((byte) => byte === 0)) return null
  const textAt = (from: number, length: number) =>
    header
      .subarray(from, from + length)
      .toString('utf8')
      .replace(/\0.*$/s, '')
  const path = textAt(0, PATH_MAX)
  const { size, isFolder } = { size: Number.parseInt(textAt(124, 12), 8), isFolder: header[156] === 0x35 }
  const again = headerOf({ path, size, isFolder })
  if (!again.equals(header) || path.startsWith('/') || path.split('/').includes('..'))
    throw new Error('The base copy is damaged.')
  return { path, size, isFolder }
}

export const paddingOf = (size: number) => Buffer.alloc((TAR_BLOCK - (size % TAR_BLOCK)) % TAR_BLOCK)

export const endOfTar = () => Buffer.alloc(2 * TAR_BLOCK)
