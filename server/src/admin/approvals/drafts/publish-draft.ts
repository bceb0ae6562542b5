import { applicationRoles } from '@gatehouse/contract/admin/approvals/application-roles.ts'
import { documentApprovals } from '@gatehouse/contract/admin/approvals/document-approvals.ts'
import type { publishApprovalDraft } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { ASK_INSTEAD } from '@gatehouse/contract/admin/approvals/second-person.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import { ALL_REGIONS } from '@gatehouse/contract/regions.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { auditBy, createRecord, removeRecord, updateRecord } from '../../engine/changes.ts'
import type { By } from '../../engine/store.ts'
import { applicationRolesStore } from '../application-roles.ts'
import { keepApart } from '../conflicts/require-apart.ts'
import { documentApprovalsStore } from '../document-approvals.ts'
import { refuseWhileDated } from '../publish-dates/dates.ts'
import { attachPage } from '../role-pages.ts'
import { setRouting } from '../routings.ts'
import { asksSecondPerson } from '../second-person/requests.ts'
import { decidedSince, touchedSince } from './changed-since.ts'
import { changesOf } from './draft-sql.ts'
import { type ChangedSince, type Judged, judgeDraft } from './judge-draft.ts'

const storesOf = (timeZone: string) => ({
  roles: { resource: applicationRoles, store: applicationRolesStore({ config: { timeZone } }) },
  rules: { resource: documentApprovals, store: documentApprovalsStore({ config: { timeZone } }) },
})
type Stores = ReturnType<typeof storesOf>

type Asked = Input<typeof publishApprovalDraft>

/**
 * Makes all changes of a draft, through the functions of the screens, as one version of the matrix. The draft is gone then.
 *
 * @throws AppError like `judgeDraft`; second_person_needed where one confirms
 */
export async function publishDraft(tx: Tx, by: By, timeZone: string, asked: Asked): Promise<{ version: number }> {
  const judged = await judgeDraft(tx, timeZone, asked)
  if (await asksSecondPerson(tx, judged.draft.applicationId))
    throw new AppError('second_person_needed', { msg: ASK_INSTEAD })
  await refuseWhileDated(tx, asked.draftId)
  return makeVersion(tx, by, timeZone, asked, judged, null)
}

/** Who has asked for what a second person confirms. */
type Asker = { id: string; name: string; requestId?: string }

/**
 * The same as the second person, for what somebody else has asked for: the version is theirs, and confirmed by the caller. It may
 * be another one than was compared, where nothing that decides has changed.
 *
 * @throws AppError like `judgeDraft`
 */
export async function publishAsked(
  tx: Tx,
  by: By,
  timeZone: string,
  { asker, ...asked }: Asked & { asker: Asker },
  changedSince: ChangedSince = decidedSince,
): Promise<void> {
  const judged = await judgeDraft(tx, timeZone, asked, changedSince)
  // Until the end of this transaction the trigger of the tables lets changes of this matrix pass.
  await tx.execute(sql`select set_config('gatehouse.confirmed_matrix', ${judged.draft.applicationId}, true)`)
  await makeVersion(tx, by, timeZone, asked, judged, asker)
}

/**
 * The same at a date, of a draft for which nobody was asked: nothing that it changes was changed since it was compared.
 *
 * @throws AppError like `judgeDraft`
 */
export async function publishDated(tx: Tx, by: By, timeZone: string, asked: Asked): Promise<void> {
  await makeVersion(tx, by, timeZone, asked, await judgeDraft(tx, timeZone, asked, touchedSince), null)
}

async function makeVersion(
  tx: Tx,
  by: By,
  timeZone: string,
  { draftId, reason }: Asked,
  { draft, compared, comparison }: Judged,
  asker: Asker | null,
): Promise<{ version: number }> {
  const { applicationId } = draft
  const { rows, people, warnings, kept } = comparison
  await keepApart(tx, by, { applicationId, timeZone }, async (part) => {
    await makeChanges(tx, part, storesOf(timeZone), { draftId, applicationId })
    if (compared.routing !== null) await setRouting(tx, part, timeZone, applicationId, compared.routing.after)
  })
  const confirmer = asker === null ? null : by.person.userId
  const { rows: published } = await tx.execute<{ version: number; application: string }>(sql`
    update approval_versions v set draft_name = ${draft.name}, reason = ${reason}, restores = ${draft.restores},
      published_by = ${asker?.id ?? by.person.userId}, confirmed_by = ${confirmer}
    from approval_matrices m join applications a on a.id = m.application_id
    where m.application_id = ${applicationId} and v.application_id = m.application_id and v.version = m.version
    returning v.version::float8 as version, a.name as application`)
  const now = published[0] as { version: number; application: string }
  await auditBy(tx, by, 'approvalDrafts.published', draftId, {
    ...{ name: draft.name, application: now.application, reason, restores: draft.restores },
    ...(asker !== null && { askedBy: asker.name, requestId: asker.requestId }),
    ...{ rulesAdded: rows.added, rulesChanged: rows.changed, rulesRemoved: rows.removed },
    ...{ peopleGaining: people.gain, peopleLosing: people.lose },
    ...{ newWarnings: warnings.length, knownErrors: kept.length },
    changes: [{ field: 'version', before: compared.before.version, after: now.version }],
  })
  await tx.execute(sql`delete from approval_drafts where id = ${draftId}`)
  return { version: now.version }
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

async function makeChanges(
  tx: Tx,
  by: By,
  stores: Stores,
  { draftId, applicationId }: { draftId: string; applicationId: string },
): Promise<void> {
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
      ? changeRole(tx, by, stores, applicationId, change)
      : changeRule(tx, by, stores, applicationId, { ...change, pageId }))
  }
}

async function changeRole(
  tx: Tx,
  by: By,
  { roles }: Stores,
  applicationId: string,
  { roleId, after, ...of }: Change,
): Promise<void> {
  const rupees = (paise: unknown) => (paise === null ? null : Number(paise) / 100)
  const columns = after ?? {}
  // The draft has stored what the same form accepts.
  const changes = {
    ...{ applicationId, clientId: of.clientId, role: of.role, roleId: of.roleNo },
    ...{ actionOfRole: columns.action, sequence: columns.sequence, bounds: columns.bounds },
    ...{ rangeFrom: rupees(columns.range_from), rangeTo: rupees(columns.range_to) },
    regions: columns.all_regions ? [ALL_REGIONS] : columns.regions,
  } as Input<typeof applicationRoles.update>
  await updateRecord(tx, roles, roleId, changes, by)
}

async function changeRule(
  tx: Tx,
  by: By,
  { rules }: Stores,
  applicationId: string,
  change: Change & { pageId: string },
): Promise<void> {
  const { roleId, pageId, ruleId, clientId, after } = change
  if (after === null) {
    if (ruleId !== null) await removeRecord(tx, rules, ruleId, by)
    return
  }
  // Who approves on a page has to be able to open it.
  await attachPage(tx, by, roleId, pageId)
  const form = {
    ...{ projectId: applicationId, clientId, roleId, pageId, firstDay: after.first_day, lastDay: after.last_day },
    ...{ allClients: after.all_clients ?? false, allPages: after.all_pages ?? false, status: after.status ?? 'ACTIVE' },
    ...{ projectName: '', clientName: '', roleName: '', pageName: '' },
  } as Input<typeof documentApprovals.create>
  if (ruleId === null) await createRecord(tx, rules, form, by)
  else await updateRecord(tx, rules, ruleId, form, by)
}
