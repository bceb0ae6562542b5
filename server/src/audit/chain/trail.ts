import type { TrailLine } from './lines.ts'
import type { Seal } from './seals.ts'

/** The stored leaf of a line; bytes as hex. */
export type StoredLeaf = {
  number: number
  id: string
  seal: number
  position: number
  leaf: string
  /** `null` once the details have been erased; `detailsHash` is then what the salt proved. */
  salt: string | null
  detailsHash: string | null
}

/**
 * What a trail is made of: each seal, followed by its entries in the order of their positions, and the unsealed lines at
 * the end. An entry without a line: the line is gone. An entry without a leaf: the line is not sealed.
 */
export type TrailItem = { seal: Seal } | Entry
export type Entry = { leaf: StoredLeaf; line: TrailLine | null } | { leaf: null; line: TrailLine }
export type SealedEntry = Extract<Entry, { leaf: StoredLeaf }>

export const FINDING_KINDS = {
  changed: 'changed',
  removed: 'removed',
  inserted: 'inserted',
  backdated: 'backdated',
  'erased-without-record': 'erased without a record of it',
  'leaf-changed': 'leaf changed, line intact',
  'seal-changed': 'seal changed',
  'seal-missing': 'seal missing',
  'anchor-missing': 'anchor not in the chain',
} as const

/** `numbers`: the line, or the first and the last of a range within which the lines are. */
export type Finding = {
  kind: keyof typeof FINDING_KINDS
  seal: number | null
  numbers: [from: number, to: number] | null
  text: string
}

export type TrailSummary = {
  seals: number
  /** Sealed lines that are there. */
  lines: number
  unsealed: number
  erased: number
  /** Seals whose lines retention has removed, and when the last of them were. */
  emptied: { seals: number; lastAt: string } | null
  first: number | null
  newest: { sequence: number; hash: string; sealedAt: string } | null
}
