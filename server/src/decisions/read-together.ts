import sql from 'sql-template-tag'
import type { Matrix } from '../approvals/matrix.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { readMatrix } from './matrices.ts'
import { type About, readFacts, type Snapshot } from './read-facts.ts'

type Together = { matrix: Matrix; snapshot: Snapshot }

/** How often a matrix may change while it is read, before both are read in one transaction. */
const TRIES = 3

/**
 * The facts about these people and clients with the matrix of the same version, so that no decision is made on two.
 *
 * @throws AppError not_found when there is no such application
 */
export async function readTogether(
  { db, matrices }: Pick<Deps, 'db' | 'matrices'>,
  applicationId: string,
  about: readonly About[],
): Promise<Together> {
  for (let tries = 0; tries < TRIES; tries++) {
    const snapshot = await factsOf(db, applicationId, about)
    const matrix = await matrices.notBefore(applicationId, snapshot.version)
    if (matrix.version === snapshot.version) return { matrix, snapshot }
  }
  const read = await db.transaction(async (tx: Tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    const snapshot = await factsOf(tx, applicationId, about)
    return { snapshot, matrix: await readMatrix(tx, applicationId) }
  })
  matrices.keep(applicationId, read.matrix)
  return read
}

async function factsOf(on: Parameters<typeof readFacts>[0], applicationId: string, about: readonly About[]) {
  const snapshot = await readFacts(on, applicationId, about)
  if (snapshot === null) throw new AppError('not_found')
  return snapshot
}
