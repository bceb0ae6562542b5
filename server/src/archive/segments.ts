import { IS_SEGMENT } from './places.ts'

const SEGMENTS_OF_ONE_ID = 256

/** The parts of a name: the timeline, then the number of the segment in two words (16 MiB segments). */
const numberOf = (segment: string) =>
  Number.parseInt(segment.slice(8, 16), 16) * SEGMENTS_OF_ONE_ID + Number.parseInt(segment.slice(16, 24), 16)

const nameOf = (timeline: string, number: number) => {
  const hex = (value: number) => value.toString(16).toUpperCase().padStart(8, '0')
  return timeline + hex(Math.floor(number / SEGMENTS_OF_ONE_ID)) + hex(number % SEGMENTS_OF_ONE_ID)
}

export const timelineOf = (segment: string) => Number.parseInt(segment.slice(0, 8), 16)

/** The first segment that is missing after `from`, on its timeline, although later ones are there; `null`: none. */
export function findGap(archived: readonly string[], from: string): string | null {
  const timeline = from.slice(0, 8)
  const numbers = archived.filter((name) => IS_SEGMENT.test(name) && name.startsWith(timeline)).map(numberOf)
  const there = new Set(numbers)
  const last = Math.max(...numbers, -1)
  for (let number = numberOf(from); number <= last; number++) if (!there.has(number)) return nameOf(timeline, number)
  return null
}

/**
 * Whether no copy that starts at `oldest` needs this file. As `pg_archivecleanup` does, the number decides, whatever the
 * timeline. The history of a timeline is always kept: it says which numbers are taken.
 */
export const isBefore = (archived: string, oldest: string): boolean =>
  /^[0-9A-F]{24}/.test(archived) && archived.slice(8, 24) < oldest.slice(8, 24)
