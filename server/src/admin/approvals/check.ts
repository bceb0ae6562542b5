import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import type { FastifyInstance } from 'fastify'
import sql from 'sql-template-tag'
import type { MatrixRow } from '../../approvals/chain.ts'
import { lint } from '../../approvals/lint.ts'
import { inWords } from '../../approvals/words.ts'
import type { Db } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'

/** What is odd about the approvals of an application for a client. */
export function serveApprovalCheck(app: FastifyInstance, { db }: Deps) {
  route(app, approvalCheck, async ({ input: { applicationId, clientId } }) => {
    const matrix = await readMatrix(db, applicationId, clientId)
    return lint(matrix).map((finding) => ({ ...finding, text: inWords(finding) }))
  })
}

/** Roles without an action take no part in approvals. */
async function readMatrix(db: Db, applicationId: string, clientId: string): Promise<MatrixRow[]> {
  const { rows } = await db.execute<Omit<MatrixRow, 'regions'> & { allRegions: boolean; regions: string[] }>(sql`
    select name as role, action, sequence, range_from::float8 as "rangeFrom", range_to::float8 as "rangeTo",
      all_regions as "allRegions", regions
    from application_roles
    where application_id = ${applicationId} and client_id = ${clientId} and action <> '' and deleted_at is null
    order by sequence nulls last, id`)
  return rows.map(({ allRegions, regions, ...row }) => ({ ...row, regions: allRegions ? 'All' : regions }))
}
