import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { findOld } from '../backup/find-old.ts'
import { BASE_REMAINS, type Base, listArchived, listBases, namesIn, type Places } from './places.ts'
import { isBefore } from './segments.ts'

/**
 * Keeps the newest copies, and everything that the oldest of them needs. Without any copy nothing is removed. To be called while
 * no copy is being made.
 *
 * @param made the copy that was just made
 */
export async function removeOld(places: Places, keep: number, made: Base): Promise<{ bases: number; files: number }> {
  for (const name of await namesIn(places.bases))
    if (BASE_REMAINS.test(name)) await rm(join(places.bases, name), { recursive: true, force: true })
  const bases = (await listBases(places)).map((base) => ({ ...base, at: latestOf(base) }))
  const { old } = findOld(bases, keep, latestOf(made))
  for (const { name } of old) {
    // A copy that is removed in part must not look complete.
    const removed = join(places.bases, `${name}.removed`)
    await rename(join(places.bases, name), removed)
    await rm(removed, { recursive: true, force: true })
  }
  const kept = bases.filter((base) => !old.includes(base))
  const [oldest] = kept.map(({ from }) => from).sort((one, other) => (isBefore(one, other) ? -1 : 1))
  if (oldest === undefined) return { bases: 0, files: 0 }
  const unneeded = (await listArchived(places)).filter((name) => isBefore(name, oldest))
  for (const name of unneeded) await rm(join(places.segments, `${name}.zst`), { force: true })
  return { bases: old.length, files: unneeded.length }
}

/** The clock may have been set while it was made. */
const latestOf = ({ startedAt, finishedAt }: Base): string => (startedAt > finishedAt ? startedAt : finishedAt)
