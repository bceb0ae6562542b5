import type { heldAssignment } from '@gatehouse/contract/admin/approvals/explain.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type * as z from 'zod/mini'
import { isCurrent } from '../../../db/is-current.ts'
import { isoOf, joinAssignmentGrant } from './grants.ts'

export type HeldAssignment = z.output<typeof heldAssignment>

type About = { userId: string; applicationId: string; clientId: string }

/** The assignment of a person for a client, as a subquery of one column; `null`: they have none. */
export const assignmentOf = ({ userId, applicationId, clientId }: About, maySeeAudit: boolean): Sql => sql`(
  select jsonb_build_object('role', s.role, 'since', ${raw(isoOf('coalesce(s.valid_from, s.created_at)'))},
    'until', ${raw(isoOf('s.valid_until'))}, 'isCurrent', ${raw(isCurrent('s'))}, 'granted', grant_of_assignment)
  from assignments s ${joinAssignmentGrant(maySeeAudit)}
  where s.user_id = ${userId} and s.application_id = ${applicationId} and s.client_id = ${clientId})`
