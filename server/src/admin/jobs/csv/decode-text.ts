import type { FileGuess } from '@gatehouse/contract/admin/jobs/jobs.ts'

type Decoded = { text: string; encoding: FileGuess['encoding'] }

/** The number of bytes examined to recognise UTF-16 without a byte order mark. */
const LOOKED_AT = 1000

/**
 * Decodes a file in one of the encodings that spreadsheets write: by its byte order mark, by the zero bytes of UTF-16 for
 * Latin letters, as UTF-8 if valid, and otherwise as Windows-1252.
 */
export function decodeText(file: Buffer): Decoded {
  const utf16 = utf16Of(file)
  if (utf16 !== null) return { text: new TextDecoder(utf16).decode(file), encoding: 'UTF-16' }
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(file), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1252').decode(file), encoding: 'Windows-1252' }
  }
}

function utf16Of(file: Buffer): 'utf-16le' | 'utf-16be' | null {
  if (file[0] === 0xff && file[1] === 0xfe) return 'utf-16le'
  if (file[0] === 0xfe && file[1] === 0xff) return 'utf-16be'
  const zeros = [0, 0] as [number, number]
  const length = Math.min(file.length, LOOKED_AT)
  for (let at = 0; at < length; at++) if (file[at] === 0) zeros[(at % 2) as 0 | 1]++
  const [even, odd] = zeros
  if (even + odd < length / 4) return null
  return odd > even ? 'utf-16le' : 'utf-16be'
}
