import sql from 'sql-template-tag'
import type { MatrixRow } from '../approvals/chain.ts'
import { compileMatrix, type Matrix, type Page, type Rule } from '../approvals/matrix.ts'
import type { Db, Executor } from '../db/database.ts'

/** Compiled matrices, by application. */
export type Matrices = {
  /** The matrix of an application, at this version or a later one. */
  notBefore: (applicationId: string, version: number) => Promise<Matrix>
  /** Remembers what a transaction has read. */
  keep: (applicationId: string, matrix: Matrix) => void
}

/** Entries of all matrices that one server keeps: some hundred bytes each. */
const SIZE_MAX = 1_000_000

/** Keeps the matrices that are asked for, until they change. Simultaneous questions share a load. */
export function makeMatrices(db: Db): Matrices {
  const kept = new Map<string, Matrix>()
  const loading = new Map<string, Promise<Matrix>>()
  let size = 0

  const drop = (applicationId: string) => {
    size -= kept.get(applicationId)?.size ?? 0
    kept.delete(applicationId)
  }
  const keep = (applicationId: string, matrix: Matrix) => {
    drop(applicationId)
    kept.set(applicationId, matrix)
    size += matrix.size
    for (const oldest of kept.keys()) {
      if (size <= SIZE_MAX || oldest === applicationId) break
      drop(oldest)
    }
  }
  const load = async (applicationId: string) => {
    const matrix = await readMatrix(db, applicationId)
    keep(applicationId, matrix)
    return matrix
  }

  return {
    keep,
    notBefore: async (applicationId, version) => {
      const known = kept.get(applicationId)
      if (known !== undefined && known.version >= version) return known
      // One that is under way may have begun before the change.
      const begun = await loading.get(applicationId)
      if (begun !== undefined && begun.version >= version) return begun
      const shared = loading.get(applicationId)
      if (shared !== undefined) return shared
      const started = load(applicationId).finally(() => loading.delete(applicationId))
      loading.set(applicationId, started)
      return started
    },
  }
}

type StoredRule = Omit<Rule, 'regions'> & { allRegions: boolean; regions: string[] }
type Stored = { version: number; pages: Page[]; rules: StoredRule[] }

/** All rules of an application with their version, in one statement: they belong together. */
export async function readMatrix(on: Executor, applicationId: string): Promise<Matrix> {
  const { rows } = await on.execute<Stored>(sql`
    select coalesce((select version from approval_matrices where application_id = ${applicationId}), 0)::float8 as version,
      (select coalesce(json_agg(json_build_object('id', p.id, 'name', p.name, 'isActive', p.status = 'ACTIVE')), '[]')
        from pages p where p.application_id = ${applicationId} and p.deleted_at is null) as pages,
      (select coalesce(json_agg(json_build_object('id', d.id, 'clientId', r.client_id, 'pageId', d.page_id,
          'role', r.name, 'roleId', r.role_id, 'applicationRoleId', r.id, 'action', r.action, 'sequence', r.sequence,
          'rangeFrom', r.range_from, 'rangeTo', r.range_to, 'allRegions', r.all_regions, 'regions', r.regions)), '[]')
        from document_approvals d
          join application_roles r on r.id = d.application_role_id and r.deleted_at is null and r.action <> ''
          join pages p on p.id = d.page_id and p.deleted_at is null
        where r.application_id = ${applicationId} and d.deleted_at is null) as rules`)
  const { version, pages, rules } = rows[0] as Stored
  const ruled = rules.map(({ allRegions, regions, ...rule }): Rule => {
    const where: MatrixRow['regions'] = allRegions ? 'All' : regions
    return { ...rule, regions: where }
  })
  return compileMatrix(version, pages, ruled)
}
