import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { useTestServer } from '../../test/server.ts'
import { LEFT_OUT } from '../backup/left-out.ts'
import { COMPARED } from '../backup/regained.ts'

const server = useTestServer()

/** Tables that are in a backup and give nobody access, authority or messages, each with the reason. */
const NO_AUTHORITY: Record<string, string> = {
  access_request_approvals: 'steps of requests, which are compared',
  access_review_causes: 'starts a review, which only takes access',
  access_review_lines: 'decided by reviewers, who are compared',
  activity_progress: 'counts',
  activity_quarters: 'counts',
  activity_queue: 'counts',
  application_days: 'counts',
  application_quarters: 'counts',
  application_roles: 'counted by the version of the matrix, which is compared',
  approval_draft_changes: 'counts only when it is published',
  approval_draft_edits: 'counts only when it is published',
  approval_drafts: 'counts only when it is published',
  approval_history: 'what stood in former versions',
  approval_nights: 'what was found',
  approval_replay_changes: 'what was found',
  approval_replays: 'what was found',
  approval_routings: 'counted by the version of the matrix, which is compared',
  approval_versions: 'what stood in former versions',
  audit_events: 'the record of what happened',
  audit_history: 'the record of what happened',
  audit_leaves: 'the record of what happened',
  audit_seals: 'the record of what happened',
  audit_stream: 'how far the audit was sent; the address is a setting of the server',
  audit_unsealed: 'the record of what happened',
  clans: 'nothing asks them about access',
  conflict_reasons: 'the record of what happened',
  delivery_attempts: 'the record of what happened',
  document_approvals: 'counted by the version of the matrix, which is compared',
  encryption_keys: 'encrypt what callers send, and prove nothing',
  favourites: 'what only its person sees',
  former_passwords: 'refused as new passwords',
  installation: 'facts, and settings of reviews, which only take access',
  intended_gaps: 'nobody approves there',
  job_items: 'those under way have failed after a restore',
  jobs: 'those under way have failed after a restore',
  list_views: 'what only its person sees',
  messages: 'the record of what happened',
  outbox_lanes: 'counts',
  pages: 'counted by the version of the matrix, which is compared',
  price_quotes: 'what only its person sees',
  record_permissions: 'nobody holds a permission by it',
  stored_keys: 'open only with the master key',
  template_versions: 'what stood in former versions',
  uncovered_questions: 'what was found',
  uploads: 'pictures',
  user_identifiers: 'made of the columns of people, which are compared',
  webhook_deliveries: 'the record of what happened',
}

test('every table is compared by a restore, or in no backup, or known to give no authority', async () => {
  const { rows } = await server.db.execute<{ name: string }>(sql`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition`)
  const placed = [...COMPARED, ...LEFT_OUT, ...Object.keys(NO_AUTHORITY)]
  expect(placed.toSorted()).toEqual(rows.map(({ name }) => name).toSorted())
})
