import type { Grant } from '@gatehouse/contract/admin/approvals/explain.ts'
import sql, { raw, type Sql } from 'sql-template-tag'
import type { Rule } from '../../../approvals/matrix.ts'
import { nameOfActor } from '../../../audit/actor-names.ts'
import type { Executor } from '../../../db/database.ts'

export const isoOf = (moment: string) => `to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/**
 * Joins to the assignment `s` who gave its role, as a column `grant_of_assignment`: the newest line of the audit in which it got this role.
 * Without the line, only the time of the assignment is known.
 */
export const joinAssignmentGrant = (maySeeAudit: boolean): Sql => sql`
  left join lateral (
    select jsonb_build_object('by', case when ${maySeeAudit} then coalesce(trim(${raw(nameOfActor('e.actor_id'))}), '') else '' end,
      'at', ${raw(isoOf('e.at'))}) as given
    from audit_events e
    where e.subject_id = s.user_id and e.event in ('users.application-assigned', 'registration.assigned')
      and e.detail->>'applicationId' = s.application_id::text and e.detail->>'clientId' = s.client_id::text
      and (e.event = 'registration.assigned' or jsonb_path_exists(e.detail,
        '$.changes[*] ? (@.after == $role && @.before != $role)', jsonb_build_object('role', s.role)))
    order by e.number desc limit 1) line on true
  cross join lateral (
    select coalesce(line.given, jsonb_build_object('by', '', 'at', ${raw(isoOf('s.created_at'))})) as grant_of_assignment) origin`

/**
 * Joins to the application role `r` and the page `p` who gave the page, or one action on it, to the role, as a column `grant_of_page`; `null`:
 * not known.
 */
export const joinPageGrant = (action: string | undefined): Sql => sql`
  left join lateral (
    select jsonb_build_object('by', coalesce(trim(${raw(nameOfActor('e.actor_id'))}), ''), 'at', ${raw(isoOf('e.at'))}) as grant_of_page
    from audit_events e
    where e.subject_id = r.id and e.detail->>'page' = p.name and ${
      action === undefined
        ? sql`e.event = 'applicationRoles.page-attached'`
        : sql`e.event = 'applicationRoles.actions-changed' and jsonb_path_exists(e.detail, '$.changes[*].after[*] ? (@ == $action)',
            jsonb_build_object('action', ${action}::text))`
    }
    order by e.number desc limit 1) given on true`

/** The key of the routing among what was published. */
export const ROUTING = 'routing'

/**
 * Who published rules, the roles they belong to, and the routing, as they are in this version, by their ids, and by `ROUTING`. What only
 * a draft has is absent.
 */
export async function findPublishers(
  on: Executor,
  { applicationId, version }: { applicationId: string; version: number },
  rules: readonly Pick<Rule, 'id' | 'applicationRoleId'>[],
): Promise<ReadonlyMap<string, Grant>> {
  const ids = rules.flatMap(({ id, applicationRoleId }) => [id, applicationRoleId])
  const { rows } = await on.execute<Grant & { id: string }>(sql`
    select case when h.kind = 'approval_routings' then ${ROUTING} else h.record_id::text end as id, trim(${raw(nameOfActor('v.published_by'))}) as by, ${raw(isoOf('v.published_at'))} as at
    from approval_history h join approval_versions v on v.application_id = h.application_id and v.version = h.from_version
    where h.application_id = ${applicationId} and (h.record_id = any(${ids}::uuid[]) or h.kind = 'approval_routings')
      and h.from_version <= ${version}
      and (h.until_version is null or h.until_version > ${version})`)
  return new Map(rows.map(({ id, ...published }) => [id, published]))
}
