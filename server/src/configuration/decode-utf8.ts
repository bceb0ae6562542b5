import { FaultyFile } from './faults.ts'

const LINE_BREAK = 10

/**
 * The text of a file. Bytes that are not UTF-8 would be stored as other characters.
 *
 * @throws FaultyFile with the first line that is not UTF-8
 */
export function requireUtf8(bytes: Uint8Array, fileName: string): string {
  const text = decodeUtf8(bytes)
  if (text !== null) return text
  throw new FaultyFile([`${fileName}:${faultyLine(bytes)}: This line is not UTF-8. Save the file as UTF-8.`])
}

/** `null`: the bytes are not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}

/** No character of several bytes has a line break in it. */
function faultyLine(bytes: Uint8Array): number {
  let start = 0
  for (let number = 1; ; number++) {
    const end = bytes.indexOf(LINE_BREAK, start)
    if (end === -1 || decodeUtf8(bytes.subarray(start, end)) === null) return number
    start = end + 1
  }
}
