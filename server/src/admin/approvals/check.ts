import { approvalCheck } from '@gatehouse/contract/admin/approvals/check.ts'
import type { FastifyInstance } from 'fastify'
import sql, { raw } from 'sql-template-tag'
import type { MatrixRow } from '../../approvals/chain.ts'
import { type Finding, lint } from '../../approvals/lint.ts'
import { inWords } from '../../approvals/words.ts'
import type { Db, Executor } from '../../db/database.ts'
import type { Deps } from '../../deps.ts'
import { route } from '../../http/route.ts'

/** The problems in the approvals of an application for a client. */
export function serveApprovalCheck(app: FastifyInstance, { db }: Deps) {
  route(app, approvalCheck, async ({ input: { applicationId, clientId } }) => {
    const [matrix, unused] = await Promise.all([
      readMatrix(db, applicationId, clientId),
      listRolesWithoutPage(db, applicationId, clientId),
    ])
    const findings = [...lint(matrix), ...unused.map(toFinding)]
    return findings.map((finding) => ({ ...finding, text: inWords(finding) }))
  })
}

type StoredRow = Omit<MatrixRow, 'regions'> & { allRegions: boolean; regions: string[] }

/** Roles without an action take no part in approvals. */
const MATRIX_ROW = raw(`r.name as role, r.action, r.sequence, r.range_from::float8 as "rangeFrom",
  r.range_to::float8 as "rangeTo", r.all_regions as "allRegions", r.regions`)
const ACTS = raw("r.action <> '' and r.deleted_at is null")

async function readMatrix(db: Db, applicationId: string, clientId: string): Promise<MatrixRow[]> {
  const { rows } = await db.execute<StoredRow>(sql`
    select ${MATRIX_ROW} from application_roles r
    where r.application_id = ${applicationId} and r.client_id = ${clientId} and ${ACTS}
    order by r.sequence nulls last, r.id`)
  return rows.map(toMatrixRow)
}

const toMatrixRow = (row: StoredRow): MatrixRow => {
  const { role, action, sequence, rangeFrom, rangeTo, allRegions, regions } = row
  return { role, action, sequence, rangeFrom, rangeTo, regions: allRegions ? 'All' : regions }
}

/** The roles that no page has a document approval of. */
async function listRolesWithoutPage(db: Db, applicationId: string, clientId: string): Promise<string[]> {
  const { rows } = await db.execute<{ role: string }>(sql`
    select r.name as role from application_roles r
    where r.application_id = ${applicationId} and r.client_id = ${clientId} and ${ACTS} and not exists (
      select from document_approvals d join pages p on p.id = d.page_id and p.deleted_at is null
      where d.application_role_id = r.id and d.deleted_at is null)
    order by r.sequence nulls last, r.id`)
  return rows.map(({ role }) => role)
}

const toFinding = (role: string): Finding => ({ kind: 'no-page', roles: [role], from: 0, to: null, regions: [] })

type Record = { _id: string; name: string }
export type MissingApprovals = { application: Record; client: Record; count: number }

/** The applications and clients with amounts that nobody approves, with their numbers of gaps. */
export async function findMissingApprovals(on: Executor): Promise<MissingApprovals[]> {
  const { rows } = await on.execute<{ application: Record; client: Record; matrix: StoredRow[] }>(sql`
    with pair as (
      select r.application_id, r.client_id from application_roles r where ${ACTS}
      union
      -- Pages are to be approved, whether or not anybody does.
      select r.application_id, r.client_id from document_approvals d join application_roles r on r.id = d.application_role_id
      where d.deleted_at is null and r.deleted_at is null)
    select json_build_object('_id', a.id, 'name', a.name) as application,
      json_build_object('_id', c.id, 'name', c.display_name) as client,
      coalesce(json_agg(m order by m.sequence nulls last, m.id) filter (where m.id is not null), '[]') as matrix
    from pair join applications a on a.id = pair.application_id and a.deleted_at is null
      join clients c on c.id = pair.client_id and c.deleted_at is null
      left join (select r.id, r.application_id, r.client_id, ${MATRIX_ROW} from application_roles r where ${ACTS}) m
        on m.application_id = a.id and m.client_id = c.id
    group by a.id, c.id
    order by lower(a.name), lower(c.display_name), a.id, c.id`)
  return rows
    .map(({ application, client, matrix }) => ({ application, client, count: gapsIn(matrix.map(toMatrixRow)) }))
    .filter(({ count }) => count > 0)
}

const KNOWN_MAX = 1000
const known = new Map<string, number>()

/** The result depends only on the rows of the matrix, so equal matrices are checked once. */
function gapsIn(matrix: MatrixRow[]): number {
  const key = JSON.stringify(matrix)
  const found = known.get(key) ?? lint(matrix).filter(({ kind }) => kind === 'nobody').length
  if (known.size >= KNOWN_MAX) known.clear()
  known.set(key, found)
  return found
}
