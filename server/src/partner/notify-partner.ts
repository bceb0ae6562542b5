import sql, { empty } from 'sql-template-tag'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { contentOf, type PartnerChange } from './partner-content.ts'

type Caller = Pick<Deps, 'outbox' | 'config'>

/** The fields of a person that decide under which id, and whether at all, the partner portal knows them. */
export type PartnerView = { cPortalId: string; isActive: boolean }

/** A person whom the partner portal does not know, for example a deleted one. */
export const UNKNOWN: PartnerView = { cPortalId: '', isActive: false }

/**
 * Enqueues a call to the partner portal: the person has been assigned an application for a client, or loses it. Call
 * this after the assignment is made, and before it is removed. The partner does not know assignments of inactive
 * people.
 */
export async function notifyPartnerOfAssignment(
  deps: Caller,
  tx: Tx,
  change: PartnerChange,
  pair: { userId: string; applicationId: string; clientId: string },
): Promise<void> {
  if (deps.config.partnerPortal === null) return
  const { userId } = pair
  // The lock holds until the commit: no other transaction enqueues calls about this person, so calls keep their order.
  const { rows } = await tx.execute<PartnerView>(sql`
    select c_portal_id as "cPortalId", is_active as "isActive" from users
    where id = ${userId} and deleted_at is null for no key update`)
  const [person] = rows
  if (person?.isActive) await enqueueCalls(deps, tx, change, { ...pair, cPortalId: person.cPortalId })
}

/**
 * The same for all assignments of a person whose account is activated, deactivated, deleted or restored, or whose
 * partner portal id changes. The caller has locked the account.
 */
export async function notifyPartnerOfPerson(
  deps: Caller,
  tx: Tx,
  userId: string,
  { before, after }: { before: PartnerView; after: PartnerView },
): Promise<void> {
  if (deps.config.partnerPortal === null) return
  const hasOtherId = before.cPortalId !== after.cPortalId
  if (before.isActive && (hasOtherId || !after.isActive))
    await enqueueCalls(deps, tx, 'removed', { userId, cPortalId: before.cPortalId })
  if (after.isActive && (hasOtherId || !before.isActive))
    await enqueueCalls(deps, tx, 'assigned', { userId, cPortalId: after.cPortalId })
}

type Which = { userId: string; cPortalId: string; applicationId?: string; clientId?: string }
type Assigned = { applicationId: string; clientId: string; appName: string; ClientName: string; uuid: string }

async function enqueueCalls({ outbox, config }: Caller, tx: Tx, change: PartnerChange, which: Which): Promise<void> {
  if (change === 'removed' && config.partnerPortal?.hasRemovals === false) return
  const { userId, cPortalId, applicationId, clientId } = which
  const { rows } = await tx.execute<Assigned>(sql`
    select a.id as "applicationId", c.id as "clientId", a.name as "appName", c.display_name as "ClientName", c.uuid
    from assignments s join applications a on a.id = s.application_id join clients c on c.id = s.client_id
    where s.user_id = ${userId} ${change === 'assigned' ? LIVE : empty}
      ${applicationId === undefined ? empty : sql`and a.id = ${applicationId}`}
      ${clientId === undefined ? empty : sql`and c.id = ${clientId}`}
    order by lower(a.name), lower(c.display_name), s.id`)
  for (const { applicationId, clientId, appName, ClientName, uuid } of rows)
    outbox.enqueue(tx, {
      ...{ kind: 'partner', lane: 'partner', about: { userId, applicationId, clientId } },
      content: contentOf(change, { userId: cPortalId || userId, appName, ClientName, ClientID: uuid || clientId }),
    })
}

/** The application or client may have been deleted while the person was, and an assignment may begin later. */
const LIVE = sql`and s.has_begun and a.deleted_at is null and c.deleted_at is null`
