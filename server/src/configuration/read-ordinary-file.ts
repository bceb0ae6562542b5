import { closeSync, constants, fstatSync, openSync, readSync, statSync } from 'node:fs'

const SIZE_MAX_BYTES = 64 * 1024

/** The bytes of a small file. @throws Error with a sentence, also for pipes, devices and folders */
export function readOrdinaryFile(path: string): Buffer {
  const file = open(path)
  try {
    if (!fstatSync(file).isFile()) throw new Error(notOrdinary(path))
    const bytes = Buffer.alloc(SIZE_MAX_BYTES + 1)
    const length = fill(file, path, bytes)
    if (length > SIZE_MAX_BYTES) throw new Error(`${path} is larger than ${SIZE_MAX_BYTES / 1024} kB.`)
    return bytes.subarray(0, length)
  } finally {
    closeSync(file)
  }
}

const notOrdinary = (path: string) => `${path} is no ordinary file.`

/** Opens no pipe or device; one that takes the place of the file meanwhile does not hold up the opening. */
function open(path: string): number {
  const stat = unlessUnreadable(path, () => statSync(path))
  if (!stat.isFile()) throw new Error(notOrdinary(path))
  return unlessUnreadable(path, () => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK))
}

/** One reading may give less than there is. */
function fill(file: number, path: string, bytes: Buffer): number {
  let length = 0
  for (;;) {
    const read = unlessUnreadable(path, () => readSync(file, bytes, length, bytes.length - length, null))
    length += read
    if (read === 0 || length === bytes.length) return length
  }
}

function unlessUnreadable<T>(path: string, work: () => T): T {
  try {
    return work()
  } catch (cause) {
    throw new Error(`${path} cannot be read.`, { cause })
  }
}
