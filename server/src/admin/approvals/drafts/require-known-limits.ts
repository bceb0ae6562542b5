import { ROLE_ACTIONS } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { DRAFT_IS_UNKNOWN } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { REGIONS } from '@gatehouse/contract/regions.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'

/**
 * Actions and regions of a draft are texts in JSON, and whatever put them there: only those of the contract become live.
 *
 * @throws AppError invalid_request
 */
export async function requireKnownLimits(tx: Tx, draftId: string): Promise<void> {
  const { rows } = await tx.execute(sql`
    select 1 from approval_draft_changes
    where draft_id = ${draftId} and page_id is null and after is not null
      and (after->>'action' = any(${['', ...ROLE_ACTIONS]}::text[]) and after->'regions' <@ ${JSON.stringify(Object.keys(REGIONS))}::jsonb)
        is not true
    limit 1`)
  if (rows.length > 0) throw new AppError('invalid_request', { msg: DRAFT_IS_UNKNOWN })
}
