import type { KeyObject } from 'node:crypto'
import { isIntact, NO_SEAL, type Seal } from './seals.ts'
import type { Entry, Finding, SealedEntry, TrailItem, TrailSummary } from './trail.ts'
import { verifyBatch } from './verify-batch.ts'

/** A transaction may end later than it began; no line is sealed this long after its time while a server runs. */
const LATE_MS = 60 * 60_000

/** Entries of one seal that are kept in memory beyond its lines; whatever comes after was inserted. */
const SURPLUS_MAX = 1000

type Options = {
  /** Without it, signatures are not checked. */
  publicKey?: KeyObject | null
  /** Hashes of seals by their sequence, from outside. Those that are found are taken out. */
  anchors?: Map<number, string>
  /** The trail is a part of the whole: what was before it and after it is not missing. */
  isPart?: boolean
}

/**
 * Checks a trail from its first seal to its last line, one seal in memory at a time. Yields what is wrong, as soon as
 * it is found, and returns what was seen.
 */
export async function* verifyTrail(
  items: AsyncIterable<TrailItem> | Iterable<TrailItem>,
  { publicKey = null, anchors = new Map(), isPart = false }: Options = {},
): AsyncGenerator<Finding, TrailSummary> {
  const erasures = makeErasures()
  const emptied: [from: number, to: number][] = []
  const changes: { through: number; at: string }[] = []
  let first: Seal | null = null
  let previous: Seal | null = null
  let current: { seal: Seal; before: Seal | null; entries: SealedEntry[] } | null = null
  let expected: number | null = isPart ? null : 1
  const counts = { seals: 0, lines: 0, unsealed: 0 }

  const closeBatch = (): Finding[] => {
    if (current === null) return []
    const { seal, before, entries } = current
    current = null
    if (seal.lines > 0 && entries.length === 0) {
      const last = emptied.at(-1)
      if (last !== undefined && last[1] === seal.sequence - 1) last[1] = seal.sequence
      else emptied.push([seal.sequence, seal.sequence])
      return []
    }
    const isYoung = first !== null && timeOf(seal.sealedAt) - timeOf(first.sealedAt) <= LATE_MS
    return [...verifyBatch(seal, entries), ...(seal.isHistory || isYoung ? [] : backdated(seal, before, entries))]
  }

  for await (const item of items) {
    if ('seal' in item) {
      const { seal } = item
      yield* closeBatch()
      counts.seals++
      if (expected !== null && seal.sequence > expected) yield missing(expected, seal.sequence - 1)
      yield* verifySeal(seal, previous, { publicKey, isFirst: seal.sequence === 1 })
      yield* compareAnchor(seal, anchors)
      if (seal.removedThrough > (previous?.removedThrough ?? 0))
        changes.splice(0, changes.length, { through: seal.removedThrough, at: seal.sealedAt })
      first ??= seal
      current = { seal, before: previous, entries: [] }
      previous = seal
      expected = seal.sequence + 1
      continue
    }
    erasures.note(item)
    if (item.leaf === null) {
      yield* closeBatch()
      counts.unsealed++
      if (isOverdue(item, previous))
        yield {
          kind: 'inserted',
          seal: null,
          numbers: [item.line.number, item.line.number],
          text: `line ${item.line.number} was never sealed, although later lines were`,
        }
      continue
    }
    const of = item.leaf.seal
    if (current !== null && of !== current.seal.sequence) yield* closeBatch()
    if (current === null) {
      // The leaves of a seal that is gone.
      if (expected === null || of >= expected) {
        yield missing(expected ?? of, of)
        expected = of + 1
      }
      continue
    }
    if (item.line !== null) counts.lines++
    if (current.entries.length < current.seal.lines + SURPLUS_MAX) current.entries.push(item)
    else
      yield {
        kind: 'inserted',
        seal: of,
        numbers: [item.leaf.number, item.leaf.number],
        text: `line ${item.leaf.number} was not sealed here`,
      }
  }
  yield* closeBatch()
  const removedThrough = previous?.removedThrough ?? 0
  for (const [from, to] of emptied) if (to > removedThrough) yield gone(Math.max(from, removedThrough + 1), to)
  yield* erasures.unexplained()
  yield* leftOver(anchors, isPart ? [first?.sequence ?? 0, previous?.sequence ?? 0] : [0, Number.POSITIVE_INFINITY])

  const lastChange = changes.at(-1)
  return {
    ...counts,
    erased: erasures.count(),
    emptied:
      lastChange === undefined || lastChange.through === 0
        ? null
        : { seals: lastChange.through, lastAt: lastChange.at },
    first: first?.sequence ?? null,
    newest:
      previous === null ? null : { sequence: previous.sequence, hash: previous.hash, sealedAt: previous.sealedAt },
  }
}

function* verifySeal(
  seal: Seal,
  before: Seal | null,
  { publicKey, isFirst }: { publicKey: KeyObject | null; isFirst: boolean },
): Generator<Finding> {
  const changed = (text: string): Finding => ({
    kind: 'seal-changed',
    seal: seal.sequence,
    numbers: null,
    text: `seal ${seal.sequence} ${text}`,
  })
  if (!isIntact(seal, publicKey)) return yield changed('was changed, or signed with another key')
  if (before !== null && seal.sequence <= before.sequence) return yield changed('is there twice')
  const isNext = before !== null && seal.sequence === before.sequence + 1
  if (isFirst ? seal.previous !== NO_SEAL : isNext && seal.previous !== before.hash)
    return yield changed('does not follow from the seal before it')
  if (before === null) return
  if (seal.isHistory && !before.isHistory) yield changed('calls its lines older than the chain')
  if (seal.removedThrough < before.removedThrough || seal.removedThrough >= seal.sequence)
    yield changed('contradicts what retention has removed')
}

function* compareAnchor(seal: Seal, anchors: Map<number, string>): Generator<Finding> {
  const anchored = anchors.get(seal.sequence)
  anchors.delete(seal.sequence)
  if (anchored !== undefined && anchored !== seal.hash)
    yield unanchored(seal.sequence, `seal ${seal.sequence} is not the one that was anchored: the history was rewritten`)
}

function* leftOver(anchors: Map<number, string>, [from, to]: [number, number]): Generator<Finding> {
  for (const sequence of anchors.keys())
    if (sequence >= from && sequence <= to)
      yield unanchored(sequence, `seal ${sequence} was anchored, and is not there: the chain was cut off or rewritten`)
}

const unanchored = (sequence: number, text: string): Finding => ({
  kind: 'anchor-missing',
  seal: sequence,
  numbers: null,
  text,
})

const missing = (from: number, to: number): Finding => ({
  kind: 'seal-missing',
  seal: from,
  numbers: null,
  text: from === to ? `seal ${from} is missing` : `seals ${from} to ${to} are missing`,
})

const gone = (from: number, to: number): Finding => ({
  kind: 'removed',
  seal: from,
  numbers: null,
  text: `all lines of ${from === to ? `seal ${from}` : `seals ${from} to ${to}`} are gone, and not by retention`,
})

/** Lines whose time is long before the seal that precedes theirs: a server would have sealed them with that one. */
function backdated(seal: Seal, before: Seal | null, entries: SealedEntry[]): Finding[] {
  if (before === null) return []
  const limit = timeOf(before.sealedAt) - LATE_MS
  return entries.flatMap(({ line }) =>
    line !== null && timeOf(line.at) < limit
      ? [
          {
            kind: 'backdated' as const,
            seal: seal.sequence,
            numbers: [line.number, line.number] as [number, number],
            text: `line ${line.number} says ${line.at}, and was sealed at ${seal.sealedAt}`,
          },
        ]
      : [],
  )
}

/** While history is being sealed, everything else waits. */
const isOverdue = ({ line }: Entry, newest: Seal | null) =>
  newest !== null && !newest.isHistory && line !== null && timeOf(line.at) < timeOf(newest.sealedAt) - LATE_MS

/** Lines without their details, by the person whose erasure explains it: whom they are about, else who caused them. */
function makeErasures() {
  const open = new Map<string | null, { number: number; seal: number; count: number }>()
  const erased = new Set<string>()
  let count = 0
  return {
    count: () => count,
    note: ({ leaf, line }: Entry) => {
      if (line === null || leaf === null) return
      if (line.event === 'audit.person-erased' && line.subjectId !== null) erased.add(line.subjectId)
      if (leaf.salt !== null) return
      count++
      const person = line.subjectId ?? line.actorId
      const former = open.get(person)
      if (former !== undefined) former.count++
      else open.set(person, { number: line.number, seal: leaf.seal, count: 1 })
    },
    *unexplained(): Generator<Finding> {
      for (const [person, { number, seal, count: lines }] of open)
        if (person === null || !erased.has(person))
          yield {
            kind: 'erased-without-record',
            seal,
            numbers: [number, number],
            text: `${lines} lines, line ${number} first, lost their details, and nobody they are about was erased`,
          }
    },
  }
}

const timeOf = (text: string) => Date.parse(text)
