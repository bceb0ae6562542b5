import type { KeyObject } from 'node:crypto'
import type { Seal } from './seals.ts'
import { linesOf, publicKeyText } from './trail-file.ts'

/** A line that says which seal was the newest at some time; kept where nobody with the database can change it. */
export const anchorLine = ({ sequence, hash, sealedAt }: Seal, publicKey: KeyObject | null): string =>
  JSON.stringify({ sequence, hash, sealedAt, publicKey: publicKey && publicKeyText(publicKey) })

/**
 * The hashes of a file of such lines, by sequence.
 *
 * @throws Error when a line is none, or two of them contradict each other
 */
export async function readAnchors(file: string): Promise<Map<number, string>> {
  const anchors = new Map<number, string>()
  for await (const { number, value } of linesOf(file)) {
    const { sequence, hash } = (value ?? {}) as { sequence?: unknown; hash?: unknown }
    if (!Number.isSafeInteger(sequence) || typeof hash !== 'string')
      throw new Error(`${file}, line ${number}: this is no anchor.`)
    const known = anchors.get(sequence as number)
    if (known !== undefined && known !== hash)
      throw new Error(`${file}, line ${number}: another line has another hash for seal ${sequence}.`)
    anchors.set(sequence as number, hash)
  }
  return anchors
}
