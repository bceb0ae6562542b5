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

/** Entries of all matrices that one server keeps: some hundred bytes each. */
const SIZE_MAX = 1_000_000

/** Keeps the matrices that are asked for, until they change. Simultaneous questions share a load. */
export function makeMatrices(db: Db, timeZone: string): Matrices {
  /** The current ones by application, and former ones by application and version. */
  const kept = new Map<string, Matrix>()
  const loading = new Map<string, Promise<Matrix>>()
  let size = 0

  const drop = (key: string) => {
    size -= kept.get(key)?.size ?? 0
    kept.delete(key)
  }
  const keep = (key: string, matrix: Matrix) => {
    drop(key)
    kept.set(key, matrix)
    size += matrix.size
    for (const oldest of kept.keys()) {
      if (size <= SIZE_MAX || oldest === key) break
      drop(oldest)
    }
    return matrix
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
      const known = kept.get(applicationId)
      return known !== undefined && known.version >= version ? known : readIn(on, applicationId)
    },
    notBefore: async (applicationId, version) => {
      const known = kept.get(applicationId)
      if (known !== undefined && known.version >= version) return known
      // One that is under way may have begun before the change.
      const begun = await loading.get(applicationId)
      if (begun !== undefined && begun.version >= version) return begun
      return share(applicationId, () => readIn(db, applicationId))
    },
    ofVersion: async (applicationId, version) => {
      const current = kept.get(applicationId)
      if (current?.version === version) return current
      const key = `${applicationId} ${version}`
      return (
        kept.get(key) ?? share(key, async () => keep(key, await readFormerMatrix(db, applicationId, version, timeZone)))
      )
    },
  }
}
