import { createHash } from 'node:crypto'

/** The first byte of what is hashed says what it is, so that no hash of one kind passes for another (RFC 6962 §2.1). */
const PREFIX = { leaf: 0, node: 1, details: 2, seal: 3 } as const

export function hashOf(kind: keyof typeof PREFIX, ...parts: (Buffer | string)[]): Buffer {
  const hash = createHash('sha256').update(Buffer.of(PREFIX[kind]))
  for (const part of parts) hash.update(part)
  return hash.digest()
}

/** The root of a Merkle tree over leaf hashes: RFC 6962 §2.1. */
export function merkleRoot(leaves: Buffer[]): Buffer {
  if (leaves.length === 0) return createHash('sha256').digest()
  // Pairing level by level, with an odd last one carried up, makes the tree that the standard describes.
  let level = leaves
  while (level.length > 1) {
    const next: Buffer[] = []
    for (let i = 0; i < level.length; i += 2) {
      const [left, right] = [level[i] as Buffer, level[i + 1]]
      next.push(right === undefined ? left : hashOf('node', left, right))
    }
    level = next
  }
  return level[0] as Buffer
}
