import { statfsSync } from 'node:fs'
import { freemem } from 'node:os'

const IN_MEMORY = '/dev/shm'
/** The databases of the unit tests take 5 GiB, and those of the browser tests 1. */
const ROOM_GIB = 12

/**
 * Lets the tests keep their files in memory where there is room: they make hundreds of databases with a thousand files each,
 * and wait for the disk for most of the time otherwise. A folder that was chosen stays.
 */
export function keepFilesInMemory() {
  if (process.env.TMPDIR === undefined && roomOf(IN_MEMORY) >= ROOM_GIB) process.env.TMPDIR = IN_MEMORY
}

function roomOf(folder) {
  try {
    const { bavail, bsize } = statfsSync(folder)
    return Math.min(bavail * bsize, freemem()) / 2 ** 30
  } catch {
    return 0
  }
}
