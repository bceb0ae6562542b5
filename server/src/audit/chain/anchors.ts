import type { KeyObject } from 'node:crypto'
import type { Seal } from './seals.ts'
import { linesOf, parseLine, publicKeyText } from './trail-file.ts'

/** A line that says which seal was the newest at some time; kept where nobody with the database can change it. */
export const anchorLine = ({ sequence, hash, sealedAt }: Seal, publicKey: KeyObject | null): string =>
  JSON.stringify({ sequence, hash, sealedAt, publicKey: publicKey && publicKeyText(publicKey) })

export type Anchors = {
  /** The hashes of seals by their sequence. */
  anchors: Map<number, string>
  /** The numbers of lines that are not JSON: a full disk or a loss of power has cut them off. */
  cutLines: number[]
}

/**
 * Reads a file of such lines.
 *
 * @throws Error when a line is something else, no line is an anchor, or two of them contradict each other
 */
export async function readAnchors(file: string): Promise<Anchors> {
  const anchors = new Map<number, string>()
  const cutLines: number[] = []
  for await (const { number, text } of linesOf(file)) {
    const value = parseLine(text)
    if (value === undefined) {
      cutLines.push(number)
      continue
    }
    const { sequence, hash } = (value ?? {}) as { sequence?: unknown; hash?: unknown }
    if (!Number.isSafeInteger(sequence) || typeof hash !== 'string')
      throw new Error(`${file}, line ${number}: this is no anchor.`)
    const known = anchors.get(sequence as number)
    if (known !== undefined && known !== hash)
      throw new Error(`${file}, line ${number}: another line has another hash for seal ${sequence}.`)
    anchors.set(sequence as number, hash)
  }
  if (anchors.size === 0) throw new Error(`${file}: no line of this file is an anchor.`)
  return { anchors, cutLines }
}
