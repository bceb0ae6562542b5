import { createReadStream } from 'node:fs'
import { getSystemErrorMessage } from 'node:util'

/**
 * The bytes of a file.
 *
 * @throws Error with a sentence for the operator when it cannot be read
 */
export async function* bytesOf(file: string): AsyncGenerator<Buffer, void> {
  try {
    yield* createReadStream(file)
  } catch (cause) {
    const { errno, message } = cause as NodeJS.ErrnoException
    throw new Error(`${file} could not be read: ${errno === undefined ? message : getSystemErrorMessage(errno)}.`, {
      cause,
    })
  }
}
