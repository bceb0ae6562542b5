import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import {
  DRAFT_HAS_CLASHES,
  DRAFT_HAS_ERRORS,
  DRAFT_IS_EMPTY,
  MATRIX_CHANGED,
  type publishApprovalDraft,
  REASON_NEEDED,
} from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { auditBy, createRecord, removeRecord, updateRecord } from '../../engine/changes.ts'
import { refuseFields } from '../../engine/refuse-fields.ts'
import type { By } from '../../engine/store.ts'
import { applicationRolesStore } from '../application-roles.ts'
import { documentApprovalsStore } from '../document-approvals.ts'
import { attachPage } from '../role-pages.ts'
import { setRouting } from '../routings.ts'
import { compareDraft, readCompared } from './compare-draft.ts'
import { changesOf } from './draft-sql.ts'
import { lockDraft } from './drafts.ts'
import { requireKnownLimits } from './require-known-limits.ts'

const ROLES = { resource: applicationRoles, store: applicationRolesStore }
const RULES = { resource: documentApprovals, store: documentApprovalsStore }

type Asked = Input<typeof publishApprovalDraft>

/**
 * Makes all changes of a draft, through the functions of the screens, as one version of the matrix. The draft is gone then.
 *
 * @throws AppError not_found; changed_meanwhile when draft or matrix are not those that the caller has compared;
 *   invalid_request when it names what the contract does not have, errors or clashes stand against it, a reason is missing, or nothing would change
 */
export async function publishDraft(
  tx: Tx,
  by: By,
  timeZone: string,
  { draftId, revision, version, reason }: Asked,
): Promise<{ version: number }> {
  const draft = await lockDraft(tx, draftId, revision)
  const { applicationId } = draft
  await lockMatrix(tx, draftId, applicationId)
  await requireKnownLimits(tx, draftId)
  const compared = await readCompared(tx, timeZone, draftId)
  if (compared.before.version !== version) throw new AppError('changed_meanwhile', { msg: MATRIX_CHANGED })
  const { rows, people, clashes, errors, warnings, kept, needsReason } = await compareDraft(tx, compared)
  const refuse = (msg: string) => new AppError('invalid_request', { msg })
  if (clashes > 0) throw refuse(DRAFT_HAS_CLASHES)
  if (compared.changes.length === 0 && compared.routing === null) throw refuse(DRAFT_IS_EMPTY)
  if (errors.length > 0) throw refuse(DRAFT_HAS_ERRORS)
  refuseFields({ reason: needsReason && reason === '' ? REASON_NEEDED : null })

  await makeChanges(tx, by, draftId, applicationId)
  if (compared.routing !== null) await setRouting(tx, by, applicationId, compared.routing.after)
  const { rows: published } = await tx.execute<{ version: number; application: string }>(sql`
    update approval_versions v set draft_name = ${draft.name}, reason = ${reason}, restores = ${draft.restores},
      published_by = ${by.person.userId}
    from approval_matrices m join applications a on a.id = m.application_id
    where m.application_id = ${applicationId} and v.application_id = m.application_id and v.version = m.version
    returning v.version::float8 as version, a.name as application`)
  const now = published[0] as { version: number; application: string }
  await auditBy(tx, by, 'approvalDrafts.published', draftId, {
    ...{ name: draft.name, application: now.application, reason, restores: draft.restores },
    ...{ rulesAdded: rows.added, rulesChanged: rows.changed, rulesRemoved: rows.removed },
    ...{ peopleGaining: people.gain, peopleLosing: people.lose },
    ...{ newWarnings: warnings.length, knownErrors: kept.length },
    changes: [{ field: 'version', before: version, after: now.version }],
  })
  await tx.execute(sql`delete from approval_drafts where id = ${draftId}`)
  return { version: now.version }
}

/**
 * Locks what is going to change, and then the matrix, so that it stays as it is compared. In the order of every other
 * change: records first, and their version afterwards.
 */
async function lockMatrix(tx: Tx, draftId: string, applicationId: string): Promise<void> {
  await tx.execute(sql`
    select 1 from application_roles where id in (select application_role_id from approval_draft_changes where draft_id = ${draftId})
    order by id for update`)
  await tx.execute(sql`
    select 1 from document_approvals where deleted_at is null and (application_role_id, page_id) in (
      select application_role_id, page_id from approval_draft_changes where draft_id = ${draftId} and page_id is not null)
    order by id for update`)
  await tx.execute(sql`
    select 1 from approval_routings where application_id = ${applicationId} and deleted_at is null for update`)
  await tx.execute(sql`select 1 from approval_matrices where application_id = ${applicationId} for update`)
}

type Change = {
  roleId: string
  pageId: string | null
  ruleId: string | null
  clientId: string
  role: string
  roleNo: string
  after: Record<string, unknown> | null
}

async function makeChanges(tx: Tx, by: By, draftId: string, applicationId: string): Promise<void> {
  const { rows } = await tx.execute<Change>(sql`
    select h.application_role_id as "roleId", h.page_id as "pageId", h.rule_id as "ruleId", h.after, r.client_id as "clientId",
      r.name as role, r.role_id as "roleNo"
    from (${changesOf(draftId)}) h join application_roles r on r.id = h.application_role_id
    where h.after is distinct from h.current
    -- Roles first, in the order in which others lock records.
    order by h.page_id is not null, h.after is not null, h.application_role_id, h.page_id`)
  for (const change of rows) {
    const { pageId } = change
    await (pageId === null
      ? changeRole(tx, by, applicationId, change)
      : changeRule(tx, by, applicationId, { ...change, pageId }))
  }
}

async function changeRole(tx: Tx, by: By, applicationId: string, { roleId, after, ...of }: Change): Promise<void> {
  const rupees = (paise: unknown) => (paise === null ? null : Number(paise) / 100)
  const columns = after ?? {}
  // The draft has stored what the same form accepts.
  const changes = {
    ...{ applicationId, clientId: of.clientId, role: of.role, roleId: of.roleNo },
    ...{ actionOfRole: columns.action, sequence: columns.sequence, bounds: columns.bounds },
    ...{ rangeFrom: rupees(columns.range_from), rangeTo: rupees(columns.range_to) },
    regions: columns.all_regions ? [ALL_REGIONS] : columns.regions,
  } as Input<typeof applicationRoles.update>
  await updateRecord(tx, ROLES, roleId, changes, by)
}

async function changeRule(tx: Tx, by: By, applicationId: string, change: Change & { pageId: string }): Promise<void> {
  const { roleId, pageId, ruleId, clientId, after } = change
  if (after === null) {
    if (ruleId !== null) await removeRecord(tx, RULES, ruleId, by)
    return
  }
  // Who approves on a page has to be able to open it.
  await attachPage(tx, by, roleId, pageId)
  const form = {
    ...{ projectId: applicationId, clientId, roleId, pageId, firstDay: after.first_day, lastDay: after.last_day },
    ...{ projectName: '', clientName: '', roleName: '', pageName: '' },
  } as Input<typeof documentApprovals.create>
  if (ruleId === null) await createRecord(tx, RULES, form, by)
  else await updateRecord(tx, RULES, ruleId, form, by)
}
