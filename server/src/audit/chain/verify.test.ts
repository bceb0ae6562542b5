import { createPublicKey, randomBytes, randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { deriveKeys } from '../../crypto/keys.ts'
import { detailsHashOf, leafOf, type TrailLine } from './lines.ts'
import { merkleRoot } from './merkle.ts'
import { closeSeal, NO_SEAL, type Seal } from './seals.ts'
import type { Entry, Finding, SealedEntry, TrailItem, TrailSummary } from './trail.ts'
import { verifyTrail } from './verify.ts'

const { auditSeals: key } = deriveKeys(randomBytes(32))
const publicKey = createPublicKey(key)

const ROUNDS = 60
const DAY_MS = 86_400_000

/** Random numbers that are the same in each run. */
function randomFrom(seed: number) {
  let state = seed * 2_654_435_761 + 1
  const next = () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
  return { below: (limit: number) => Math.floor(next() * limit) }
}
type Random = ReturnType<typeof randomFrom>
type Batch = { seal: Seal; entries: SealedEntry[] }
type Trail = { batches: Batch[]; unsealed: TrailLine[] }

const isoOf = (ms: number) => new Date(ms).toISOString().replace('Z', '000Z')

function aLine(number: number, ms: number, random: Random): TrailLine {
  const people = ['01000000-0000-7000-8000-000000000001', '01000000-0000-7000-8000-000000000002']
  return {
    id: randomUUID(),
    number,
    at: isoOf(ms),
    event: ['clients.created', 'signin.completed', 'users.updated'][random.below(3)] as string,
    actorId: people[random.below(3)] ?? null,
    subjectId: people[random.below(3)] ?? null,
    sessionId: null,
    ip: random.below(2) ? '203.0.113.7' : null,
    detail: { name: `Name ${random.below(100)}`, changes: [{ to: random.below(9), from: null }] },
  }
}

function sealed(lines: TrailLine[], before: Seal | null, sealedAt: string, removedThrough = 0): Batch {
  const sequence = (before?.sequence ?? 0) + 1
  const withLeaf = lines.map((line, position) => {
    const salt = randomBytes(16)
    const leaf = leafOf(line, detailsHashOf(line, salt)).toString('hex')
    const { id, number } = line
    return { line, leaf: { number, id, seal: sequence, position, leaf, salt: salt.toString('hex'), detailsHash: null } }
  })
  const times = lines.map(({ at }) => at).sort()
  const seal = closeSeal(
    {
      sequence,
      previous: before?.hash ?? NO_SEAL,
      root: merkleRoot(withLeaf.map(({ leaf }) => Buffer.from(leaf.leaf, 'hex'))).toString('hex'),
      lines: lines.length,
      firstNumber: lines[0]?.number ?? null,
      lastNumber: lines.at(-1)?.number ?? null,
      oldestAt: times[0] ?? null,
      newestAt: times.at(-1) ?? null,
      isHistory: false,
      removedThrough,
      sealedAt,
    },
    key,
  )
  return { seal, entries: withLeaf }
}

/** Three to seven seals of up to nine lines, a day apart, with gaps between numbers and some unsealed lines. */
function aTrail(random: Random): Trail {
  const batches: Batch[] = []
  let [number, ms] = [1, Date.parse('2026-01-01')]
  const lines = (count: number) =>
    Array.from({ length: count }, () => {
      number += 1 + random.below(3)
      ms += 1000
      return aLine(number, ms, random)
    })
  for (let count = 3 + random.below(5); count > 0; count--) {
    const own = lines(2 + random.below(8))
    batches.push(sealed(own, batches.at(-1)?.seal ?? null, isoOf(ms + 5000)))
    ms += DAY_MS
  }
  ms = Date.parse(batches.at(-1)?.seal.sealedAt as string)
  return { batches, unsealed: lines(random.below(4)) }
}

function* itemsOf({ batches, unsealed }: Trail): Generator<TrailItem> {
  for (const { seal, entries } of batches) {
    yield { seal }
    yield* entries
  }
  for (const line of unsealed) yield { leaf: null, line } satisfies Entry
}

async function check(
  items: Iterable<TrailItem>,
  options: Parameters<typeof verifyTrail>[1] = {},
): Promise<{ findings: Finding[]; summary: TrailSummary }> {
  const findings: Finding[] = []
  const found = verifyTrail(items, { publicKey, ...options })
  for (;;) {
    const { done, value } = await found.next()
    if (done) return { findings, summary: value }
    findings.push(value)
  }
}

const pick = <T>(random: Random, list: T[]): T => list[random.below(list.length)] as T
const isLocated = (findings: Finding[], seal: number, number: number) =>
  findings.some(
    ({ seal: of, numbers }) => of === seal && (numbers === null || (numbers[0] <= number && numbers[1] >= number)),
  )

/** Runs on many random trails. */
const onTrails = (work: (trail: Trail, random: Random) => Promise<void>) => async () => {
  for (let seed = 1; seed <= ROUNDS; seed++) {
    const random = randomFrom(seed)
    await work(aTrail(random), random)
  }
}

test(
  'an untouched trail has no finding, and is counted',
  onTrails(async (trail) => {
    const { findings, summary } = await check(itemsOf(trail))
    expect(findings).toEqual([])
    const lines = trail.batches.reduce((sum, { entries }) => sum + entries.length, 0)
    expect(summary).toMatchObject({
      seals: trail.batches.length,
      lines,
      unsealed: trail.unsealed.length,
      emptied: null,
    })
    expect(summary.newest?.hash).toBe(trail.batches.at(-1)?.seal.hash)
  }),
)

const CHANGES: [string, (line: TrailLine) => void][] = [
  ['id', (line) => Object.assign(line, { id: randomUUID() })],
  ['number', (line) => Object.assign(line, { number: line.number + 100_000 })],
  ['time', (line) => Object.assign(line, { at: line.at.replace('000Z', '001Z') })],
  ['event', (line) => Object.assign(line, { event: `${line.event}x` })],
  ['actor', (line) => Object.assign(line, { actorId: randomUUID() })],
  ['subject', (line) => Object.assign(line, { subjectId: randomUUID() })],
  ['session', (line) => Object.assign(line, { sessionId: randomUUID() })],
  ['address', (line) => Object.assign(line, { ip: '198.51.100.1' })],
  ['detail', (line) => Object.assign(line.detail, { name: 'somebody else' })],
  ['removed detail', (line) => Object.assign(line, { detail: {}, ip: null })],
]

test.each(CHANGES)('a changed line is found and named: %s', (_what, change) =>
  onTrails(async (trail, random) => {
    const { entries } = pick(random, trail.batches)
    const { leaf, line } = pick(random, entries)
    change(line as TrailLine)
    const { findings } = await check(itemsOf(trail))
    expect(findings).toMatchObject([{ kind: 'changed', seal: leaf.seal, numbers: [leaf.number, leaf.number] }])
  })(),
)

describe('a line whose leaf is changed with it', () => {
  test(
    'is found, and located by its seal',
    onTrails(async (trail, random) => {
      const { entries } = pick(random, trail.batches)
      const { leaf, line } = pick(random, entries) as { leaf: SealedEntry['leaf']; line: TrailLine }
      line.event = 'forged'
      leaf.leaf = leafOf(line, detailsHashOf(line, Buffer.from(leaf.salt as string, 'hex'))).toString('hex')
      const { findings } = await check(itemsOf(trail))
      expect(findings.map(({ kind }) => kind)).toEqual(['changed'])
      expect(isLocated(findings, leaf.seal, leaf.number)).toBe(true)
    }),
  )

  test(
    'is found also when the seal is replaced: without the key a new one has no valid signature',
    onTrails(async (trail, random) => {
      const index = random.below(trail.batches.length)
      const { seal, entries } = trail.batches[index] as Batch
      const lines = entries.map(({ line }) => line as TrailLine)
      ;(lines[0] as TrailLine).event = 'forged'
      const before = trail.batches[index - 1]?.seal ?? null
      const forged = sealed(lines, before, seal.sealedAt)
      trail.batches[index] = { ...forged, seal: closeSeal(forged.seal, deriveKeys(randomBytes(32)).auditSeals) }
      const { findings } = await check(itemsOf(trail))
      expect(findings[0]).toMatchObject({ kind: 'seal-changed', seal: seal.sequence })
    }),
  )
})

test(
  'a changed leaf beside an intact line is distinguished from a changed line',
  onTrails(async (trail, random) => {
    const { leaf } = pick(random, pick(random, trail.batches).entries)
    leaf.leaf = randomBytes(32).toString('hex')
    const { findings } = await check(itemsOf(trail))
    expect(findings).toMatchObject([{ kind: 'leaf-changed', numbers: [leaf.number, leaf.number] }])
  }),
)

test(
  'a removed line is found and named',
  onTrails(async (trail, random) => {
    const entry = pick(random, pick(random, trail.batches).entries)
    const { seal, number } = entry.leaf
    entry.line = null
    const { findings } = await check(itemsOf(trail))
    expect(findings.filter(({ kind }) => kind === 'removed')).toMatchObject([{ seal, numbers: [number, number] }])
  }),
)

test(
  'a line that is removed with its leaf is found between its neighbours',
  onTrails(async (trail, random) => {
    const { entries } = pick(random, trail.batches)
    const [entry] = entries.splice(random.below(entries.length), 1) as [SealedEntry]
    const { findings } = await check(itemsOf(trail))
    expect(findings.map(({ kind }) => kind)).toEqual(['removed'])
    expect(isLocated(findings, entry.leaf.seal, entry.leaf.number)).toBe(true)
  }),
)

test(
  'removing all lines of a seal is found, unless a seal says that retention did it',
  onTrails(async (trail, random) => {
    const { seal, entries } = pick(random, trail.batches)
    entries.splice(0)
    expect((await check(itemsOf(trail))).findings).toMatchObject([{ kind: 'removed', seal: seal.sequence }])

    const last = trail.batches.at(-1)?.seal as Seal
    for (const batch of trail.batches.slice(0, seal.sequence)) batch.entries.splice(0)
    trail.batches.push(sealed([], last, last.sealedAt, seal.sequence))
    trail.unsealed = []
    const { findings, summary } = await check(itemsOf(trail))
    expect(findings).toEqual([])
    expect(summary.emptied).toEqual({ seals: seal.sequence, lastAt: last.sealedAt })
  }),
)

test(
  'an inserted line is found and named, with a leaf or without',
  onTrails(async (trail, random) => {
    const { seal, entries } = pick(random, trail.batches)
    const at = random.below(entries.length)
    const { leaf } = entries[at] as SealedEntry
    const line = aLine(leaf.number, Date.parse('2026-01-01'), random)
    entries.splice(at + 1, 0, { line, leaf: { ...leaf, id: line.id, number: 5_000_000 } })
    const withLeaf = await check(itemsOf(trail))
    expect(withLeaf.findings).toContainEqual(
      expect.objectContaining({ kind: 'inserted', seal: seal.sequence, numbers: [5_000_000, 5_000_000] }),
    )
    entries.splice(at + 1, 1)
    trail.unsealed.push(line)
    const withoutLeaf = await check(itemsOf(trail))
    expect(withoutLeaf.findings).toMatchObject([{ kind: 'inserted', numbers: [line.number, line.number] }])
  }),
)

test(
  'an old date on a line that is sealed today is found',
  onTrails(async (trail, random) => {
    const last = trail.batches.at(-1)?.seal as Seal
    const line = aLine(7_000_000, Date.parse(trail.batches[0]?.seal.sealedAt as string) + 1, random)
    trail.batches.push(sealed([line], last, isoOf(Date.parse(last.sealedAt) + DAY_MS)))
    trail.unsealed = []
    expect((await check(itemsOf(trail))).findings).toMatchObject([
      { kind: 'backdated', numbers: [7_000_000, 7_000_000] },
    ])
  }),
)

test(
  'two lines that change places are found',
  onTrails(async (trail, random) => {
    const { seal, entries } = pick(random, trail.batches)
    const [a, b] = [entries[0], entries.at(-1)] as [SealedEntry, SealedEntry]
    ;[a.leaf.position, b.leaf.position] = [b.leaf.position, a.leaf.position]
    entries.sort((one, other) => one.leaf.position - other.leaf.position)
    const { findings } = await check(itemsOf(trail))
    expect(findings).toMatchObject([{ kind: 'changed', seal: seal.sequence }])
  }),
)

const SEAL_CHANGES: (keyof Seal)[] = ['root', 'previous', 'lines', 'sealedAt', 'removedThrough', 'hash', 'signature']
test.each(SEAL_CHANGES)('a changed seal is found and named: %s', (field) =>
  onTrails(async (trail, random) => {
    const { seal } = pick(random, trail.batches)
    const value = seal[field]
    Object.assign(seal, {
      [field]:
        typeof value === 'number'
          ? value + 1
          : `${value === null ? '' : value}`.replace(/.$/, (c) => (c === '0' ? '1' : '0')),
    })
    const { findings } = await check(itemsOf(trail))
    expect(findings).toContainEqual(expect.objectContaining({ kind: 'seal-changed', seal: seal.sequence }))
  })(),
)

test(
  'a missing seal is found, with its lines and without',
  onTrails(async (trail, random) => {
    const { seal } = pick(random, trail.batches)
    const items = [...itemsOf(trail)].filter((item) => !('seal' in item) || item.seal !== seal)
    expect((await check(items)).findings).toContainEqual(
      expect.objectContaining({ kind: 'seal-missing', seal: seal.sequence }),
    )
    const isLast = seal === trail.batches.at(-1)?.seal
    trail.batches = trail.batches.filter((batch) => batch.seal !== seal)
    trail.unsealed = []
    const { findings } = await check(itemsOf(trail))
    // Only an anchor proves that the end was cut off.
    if (isLast) expect(findings).toEqual([])
    else expect(findings).toMatchObject([{ kind: 'seal-missing', seal: seal.sequence }])
    const anchors = new Map([[seal.sequence, seal.hash]])
    expect((await check(itemsOf(trail), { anchors })).findings).toContainEqual(
      expect.objectContaining({ kind: 'anchor-missing', seal: seal.sequence }),
    )
  }),
)

test(
  'a chain that was rewritten with the key is disproved by an anchor, and by nothing else',
  onTrails(async (trail, random) => {
    const index = random.below(trail.batches.length)
    const anchors = new Map(trail.batches.map(({ seal }) => [seal.sequence, seal.hash]))
    expect((await check(itemsOf(trail), { anchors: new Map(anchors) })).findings).toEqual([])
    const rewritten = trail.batches.slice(0, index)
    for (const { seal, entries } of trail.batches.slice(index)) {
      const lines = entries.map(({ line }) => line as TrailLine)
      if (seal.sequence === index + 1) lines.pop()
      rewritten.push(sealed(lines, rewritten.at(-1)?.seal ?? null, seal.sealedAt))
    }
    trail.batches = rewritten
    expect((await check(itemsOf(trail))).findings).toEqual([])
    const { findings } = await check(itemsOf(trail), { anchors })
    expect(findings[0]).toMatchObject({ kind: 'anchor-missing', seal: index + 1 })
  }),
)

test(
  'erased details keep the chain valid, and are explained by the erasure of the person',
  onTrails(async (trail, random) => {
    const { leaf, line } = pick(random, pick(random, trail.batches).entries) as {
      leaf: SealedEntry['leaf']
      line: TrailLine
    }
    const detailsHash = detailsHashOf(line, Buffer.from(leaf.salt as string, 'hex')).toString('hex')
    Object.assign(leaf, { salt: null, detailsHash })
    expect((await check(itemsOf(trail))).findings).toContainEqual(
      expect.objectContaining({ kind: 'changed', numbers: [leaf.number, leaf.number] }),
    )
    Object.assign(line, { ip: null, detail: {} })
    const before = await check(itemsOf(trail))
    expect(before.findings).toMatchObject([{ kind: 'erased-without-record', numbers: [leaf.number, leaf.number] }])
    const last = trail.batches.at(-1)?.seal as Seal
    const person = line.subjectId ?? line.actorId
    if (person === null) return
    const recordOf = (subjectId: string) => ({
      ...aLine(8_000_000, Date.parse(last.sealedAt), random),
      event: 'audit.person-erased',
      subjectId,
    })
    // The erasure of the person who caused a line does not explain that it lost details about somebody else.
    const other = line.subjectId === null ? randomUUID() : (line.actorId ?? randomUUID())
    trail.batches.push(sealed([recordOf(other)], last, last.sealedAt))
    if (other !== person) expect((await check(itemsOf(trail))).findings).toEqual(before.findings)
    trail.batches.splice(-1, 1, sealed([recordOf(person)], last, last.sealedAt))
    trail.unsealed = []
    const { findings, summary } = await check(itemsOf(trail))
    expect(findings).toEqual([])
    expect(summary.erased).toBe(1)
  }),
)

test(
  'a part of a trail is checked by itself',
  onTrails(async (trail, random) => {
    trail.batches.splice(0, random.below(trail.batches.length))
    const { findings, summary } = await check(itemsOf(trail), { isPart: true })
    expect(findings).toEqual([])
    expect(summary.first).toBe(trail.batches[0]?.seal.sequence)
  }),
)
