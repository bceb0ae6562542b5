import type { Matrix } from '../approvals/matrix.ts'
import type { Db, Executor } from '../db/database.ts'
import { readFormerMatrix, readMatrix } from './read-matrix.ts'

/** Compiled matrices, by application. */
export type Matrices = {
  /** The matrix of an application, at this version or a later one. */
  notBefore: (applicationId: string, version: number) => Promise<Matrix>
  /** The same in a transaction, or wherever the caller reads: it waits for nobody. */
  readNotBefore: (on: Executor, applicationId: string, version: number) => Promise<Matrix>
  /** The matrix as it was in this version. */
  ofVersion: (applicationId: string, version: number) => Promise<Matrix>
  /** Reads it, and remembers what was read. */
  readIn: (on: Executor, applicationId: string) => Promise<Matrix>
}

/** What all matrices that one server keeps may take in memory. With the ids of `subjects.ts` it is less than 100 MB. */
export const MATRICES_BYTES_MAX = 64_000_000

/**
 * Keeps the matrices that are asked for, until they change or others need their room. Simultaneous questions share a load.
 */
export function makeMatrices(db: Db, timeZone: string): Matrices {
  /** The current ones by application, and former ones by application and version. */
  const kept = new Map<string, Matrix>()
  const loading = new Map<string, Promise<Matrix>>()
  let bytes = 0

  const drop = (key: string) => {
    bytes -= kept.get(key)?.bytes ?? 0
    kept.delete(key)
  }
  const keep = (key: string, matrix: Matrix) => {
    drop(key)
    kept.set(key, matrix)
    bytes += matrix.bytes
    for (const oldest of kept.keys()) {
      if (bytes <= MATRICES_BYTES_MAX || oldest === key) break
      drop(oldest)
    }
    return matrix
  }
  /** The ones that were not asked for lately make room first. */
  const find = (key: string) => {
    const known = kept.get(key)
    if (known === undefined) return undefined
    kept.delete(key)
    kept.set(key, known)
    return known
  }
  const share = (key: string, load: () => Promise<Matrix>) => {
    const shared = loading.get(key)
    if (shared !== undefined) return shared
    const started = load().finally(() => loading.delete(key))
    loading.set(key, started)
    return started
  }
  const readIn = async (on: Executor, applicationId: string) =>
    keep(applicationId, await readMatrix(on, applicationId, timeZone))

  return {
    readIn,
    readNotBefore: async (on, applicationId, version) => {
      const known = find(applicationId)
      return known !== undefined && known.version >= version ? known : readIn(on, applicationId)
    },
    notBefore: async (applicationId, version) => {
      const known = find(applicationId)
      if (known !== undefined && known.version >= version) return known
      // One that is under way may have begun before the change.
      const begun = await loading.get(applicationId)
      if (begun !== undefined && begun.version >= version) return begun
      return share(applicationId, () => readIn(db, applicationId))
    },
    ofVersion: async (applicationId, version) => {
      const current = find(applicationId)
      if (current?.version === version) return current
      const key = `${applicationId} ${version}`
      return (
        find(key) ?? share(key, async () => keep(key, await readFormerMatrix(db, applicationId, version, timeZone)))
      )
    },
  }
}
