import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { isAhead } from './is-ahead.ts'
import { BASE_REMAINS, listArchived, listBases, namesIn, type Places } from './places.ts'
import { isBefore } from './segments.ts'

/**
 * Keeps the newest copies, and everything that the oldest of them needs. Without any copy nothing is removed. To be called while
 * no copy is being made.
 *
 * @param now what says a later time counts as the oldest, so that a clock that was ahead costs no other copy
 */
export async function removeOld(places: Places, keep: number, now: Date): Promise<{ bases: number; files: number }> {
  for (const name of await namesIn(places.bases))
    if (BASE_REMAINS.test(name)) await rm(join(places.bases, name), { recursive: true, force: true })
  const listed = await listBases(places)
  const bases = [...listed.filter((base) => isAhead(base, now)), ...listed.filter((base) => !isAhead(base, now))]
  const old = bases.slice(0, -keep)
  for (const { name } of old) {
    // A copy that is removed in part must not look complete.
    const removed = join(places.bases, `${name}.removed`)
    await rename(join(places.bases, name), removed)
    await rm(removed, { recursive: true, force: true })
  }
  const kept = bases.slice(-keep)
  const [oldest] = kept.map(({ from }) => from).sort((one, other) => (isBefore(one, other) ? -1 : 1))
  if (oldest === undefined) return { bases: 0, files: 0 }
  const unneeded = (await listArchived(places)).filter((name) => isBefore(name, oldest))
  for (const name of unneeded) await rm(join(places.segments, `${name}.zst`), { force: true })
  return { bases: old.length, files: unneeded.length }
}
