import sql, { raw } from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { AppError } from '../../errors.ts'
import { requireLive } from './table-store.ts'

/** For which application and client a configuration or a template is meant: ids, or 'All' (requirement M1). */
type Scope = { application: string; client: string }

/** How a column of ids holds 'All'. */
export const idOrNull = (id: string) => (id === 'All' ? null : id)

/** @throws AppError invalid_request when one of them does not exist */
export async function requireScope(tx: Tx, { application, client }: Scope): Promise<void> {
  if (application !== 'All') await requireLive(tx, 'applications', application, 'There is no such application')
  if (client !== 'All') await requireLive(tx, 'clients', client, 'There is no such client')
}

/** @throws AppError belongs_to_deleted: what is restored would be meant for nobody */
export async function requireScopeOf(tx: Tx, table: string, id: string): Promise<void> {
  const { rows } = await tx.execute<Scope>(sql`
    select coalesce(application_id::text, 'All') as application, coalesce(client_id::text, 'All') as client
    from ${raw(table)} where id = ${id}`)
  for (const scope of rows)
    await requireScope(tx, scope).catch((cause: unknown) => {
      throw cause instanceof AppError ? new AppError('belongs_to_deleted', { cause }) : cause
    })
}
