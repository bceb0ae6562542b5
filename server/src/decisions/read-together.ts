import type { ApprovalReason } from '@gatehouse/contract/approval-reasons.ts'
import sql from 'sql-template-tag'
import { compileMatrix, type Matrix } from '../approvals/matrix.ts'
import type { Executor, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { type About, readFacts, type Snapshot } from './read-facts.ts'

type Together = {
  matrix: Matrix
  snapshot: Snapshot
  /** Why a question about another moment has no answer. The matrix is empty then. */
  refusal?: ApprovalReason
}

/** How often a matrix may change while it is read, before both are read in one transaction. */
const TRIES = 3

/**
 * The facts about these people and clients with the matrix of the same version, so that no decision is made on two.
 *
 * @param at a moment in the past: its version of the matrix, with the people and clients of now (ADR 0080)
 * @param involved people whose existence is asked for
 * @throws AppError not_found when there is no such application
 */
export async function readTogether(
  { db, matrices }: Pick<Deps, 'db' | 'matrices'>,
  applicationId: string,
  about: readonly About[],
  at: string | null = null,
  involved: readonly string[] = [],
): Promise<Together> {
  const factsOf = async (on: Executor) => {
    const snapshot = await readFacts(on, applicationId, about, involved)
    if (snapshot === null) throw new AppError('not_found')
    return snapshot
  }
  if (at !== null) return readAsOf({ db, matrices }, applicationId, await factsOf(db), at)
  for (let tries = 0; tries < TRIES; tries++) {
    const snapshot = await factsOf(db)
    const matrix = await matrices.notBefore(applicationId, snapshot.version)
    if (matrix.version === snapshot.version) return { matrix, snapshot }
  }
  return db.transaction(async (tx: Tx) => {
    await tx.execute(sql`set transaction isolation level repeatable read, read only`)
    const snapshot = await factsOf(tx)
    return { snapshot, matrix: await matrices.readIn(tx, applicationId) }
  })
}

async function readAsOf(
  { db, matrices }: Pick<Deps, 'db' | 'matrices'>,
  applicationId: string,
  { facts, ...snapshot }: Snapshot,
  at: string,
): Promise<Together> {
  const { moment, isToCome, version } = await findVersionAt(db, applicationId, at)
  // What is lent is judged at the moment of a decision only.
  const then = {
    ...snapshot,
    version: version ?? 0,
    facts: facts.map((one) => ({ ...one, now: moment, standIns: [] })),
  }
  if (isToCome || version === null)
    return { snapshot: then, matrix: compileMatrix(0, [], []), refusal: isToCome ? 'moment-to-come' : 'moment-unknown' }
  return { snapshot: then, matrix: await matrices.ofVersion(applicationId, version) }
}

type VersionAt = { moment: number; isToCome: boolean; version: number | null }

/** The version that applied at a moment; `null`: none is known. */
async function findVersionAt(on: Executor, applicationId: string, at: string): Promise<VersionAt> {
  const { rows } = await on.execute<VersionAt>(sql`
    select extract(epoch from asked.at)::float8 * 1000 as moment, asked.at > now() as "isToCome", (
      select max(v.version)::float8 from approval_versions v
      where v.application_id = ${applicationId} and v.published_at <= asked.at) as version
    from (select ${at}::timestamptz as at) asked`)
  return rows[0] as VersionAt
}
