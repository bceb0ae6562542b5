import { detailsHashOf, leafOf } from './lines.ts'
import { merkleRoot } from './merkle.ts'
import type { Seal } from './seals.ts'
import type { Finding, SealedEntry } from './trail.ts'

/** Compares the lines of one seal with it. Entries come in the order of their positions. */
export function verifyBatch(seal: Seal, entries: SealedEntry[]): Finding[] {
  const misplaced = findMisplaced(seal, entries)
  const gone = entries.filter(({ line }) => line === null).map(({ leaf }) => leaf.number)
  const wrong = entries.filter((entry) => entry.line !== null && computedLeaf(entry) !== entry.leaf.leaf)
  const findings = [
    ...misplaced,
    ...gone.map((number) => found('removed', seal, [number, number], `line ${number} is gone`)),
  ]
  const isProved = (leaves: (string | null)[]) =>
    leaves.every((leaf) => leaf !== null) &&
    merkleRoot(leaves.map((leaf) => Buffer.from(leaf as string, 'hex'))).toString('hex') === seal.root

  const changed = (text: string) =>
    wrong.map(({ leaf: { number } }) => found('changed', seal, [number, number], `line ${number} ${text}`))
  // The stored leaves are those of the seal, so they say exactly which lines differ.
  if (isProved(entries.map(({ leaf }) => leaf.leaf))) return [...findings, ...changed('was changed')]
  if (isProved(entries.map(computedLeaf)))
    return [
      ...findings,
      ...wrong.map(({ leaf: { number } }) =>
        found('leaf-changed', seal, [number, number], `line ${number} is intact, but its stored leaf was changed`),
      ),
    ]
  findings.push(...changed('does not match its leaf'))
  // With a line too many or too few, the root says nothing about the others.
  if (misplaced.length > 0) return findings
  return [...findings, found('changed', seal, rangeOf(seal), `lines of seal ${seal.sequence} were changed or moved`)]
}

/** Positions that are missing, and those that are taken twice or lie behind the last one. */
function findMisplaced(seal: Seal, entries: SealedEntry[]): Finding[] {
  const findings: Finding[] = []
  const missing = (count: number, from: number | null, to: number | null) =>
    findings.push(
      found(
        'removed',
        seal,
        from === null || to === null ? null : [from, to],
        `${count} lines are gone without a leaf`,
      ),
    )
  let [expected, before] = [0, seal.firstNumber]
  for (const { leaf } of entries) {
    if (leaf.position < expected || leaf.position >= seal.lines) {
      findings.push(found('inserted', seal, [leaf.number, leaf.number], `line ${leaf.number} was not sealed here`))
      continue
    }
    if (leaf.position > expected) missing(leaf.position - expected, before, leaf.number)
    expected = leaf.position + 1
    before = leaf.number
  }
  if (expected < seal.lines) missing(seal.lines - expected, before, seal.lastNumber)
  return findings
}

/** The leaf that follows from the line, as hex; `null` when the line or what its commitment needs is gone. */
function computedLeaf({ leaf, line }: SealedEntry): string | null {
  if (line === null) return null
  if (leaf.salt !== null) return leafOf(line, detailsHashOf(line, Buffer.from(leaf.salt, 'hex'))).toString('hex')
  if (leaf.detailsHash === null || !isErased(line)) return null
  return leafOf(line, Buffer.from(leaf.detailsHash, 'hex')).toString('hex')
}

const isErased = ({ ip, detail }: NonNullable<SealedEntry['line']>) => ip === null && Object.keys(detail).length === 0

const rangeOf = ({ firstNumber, lastNumber }: Seal): Finding['numbers'] =>
  firstNumber === null || lastNumber === null ? null : [firstNumber, lastNumber]

const found = (kind: Finding['kind'], seal: Seal, numbers: Finding['numbers'], text: string): Finding => ({
  kind,
  seal: seal.sequence,
  numbers,
  text,
})
