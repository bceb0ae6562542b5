import sql from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import { AppError } from '../errors.ts'

/** A page that gets a name; `id`: `null` for a new one. */
type Named = { id: string | null; name: string }

/**
 * Refuses to give a page the name that another one has or had, where a second person confirms what people may approve or the matrix
 * decides about requests for access: with the name, the one would get what decides about the other. It passes where neither has a
 * row and both are active: then the same decides about both. A page may always have a new name, and its own former one.
 *
 * @throws AppError invalid_request
 */
export async function refuseMovedNames(tx: Tx, applicationId: string, named: readonly Named[]): Promise<void> {
  if (named.length === 0) return
  const { rows } = await tx.execute<{ name: string }>(sql`
    select n.name from jsonb_to_recordset(${JSON.stringify(named)}::jsonb) as n (id uuid, name text) left join pages t on t.id = n.id
    where exists (select from applications a left join approval_matrices m on m.application_id = a.id
        where a.id = ${applicationId} and (a.request_rule = 'matrix' or m.asks_second_person))
      and exists (select from approval_history h left join pages p on p.id = h.record_id
        where h.application_id = ${applicationId} and h.kind = 'pages' and h.record_id is distinct from n.id
          and lower(h.state->>'name') = lower(n.name)
          and (coalesce(p.status, h.state->>'status') <> coalesce(t.status, 'ACTIVE')
            or exists (select from document_approvals d where d.page_id in (h.record_id, n.id) and d.deleted_at is null)))
    limit 1`)
  const name = rows[0]?.name
  if (name !== undefined)
    throw new AppError('invalid_request', {
      msg: `The name ${name} belonged to another page. Where a second person confirms what people may approve, or the matrix decides about requests for access, a page does not take it over. Choose another name, or have the rows of both pages removed first.`,
    })
}
