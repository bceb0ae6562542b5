import type { publishApprovalDraft } from '@gatehouse/contract/admin/approvals/publish-draft.ts'
import { ASK_INSTEAD } from '@gatehouse/contract/admin/approvals/second-person.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../../db/database.ts'
import { AppError } from '../../../errors.ts'
import { auditBy } from '../../engine/changes.ts'
import type { By } from '../../engine/store.ts'
import { keepApart } from '../conflicts/require-apart.ts'
import { refuseWhileDated } from '../publish-dates/dates.ts'
import { setRouting } from '../routings.ts'
import { asksSecondPerson } from '../second-person/requests.ts'
import { decidedSince, touchedSince } from './changed-since.ts'
import { type ChangedSince, type Judged, judgeDraft } from './judge-draft.ts'
import { makeChanges } from './make-changes.ts'

type Asked = Input<typeof publishApprovalDraft>

/**
 * Makes all changes of a draft, by the rules of the screens, as one version of the matrix. The draft is gone then.
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
    await makeChanges(tx, part, timeZone, draftId)
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
