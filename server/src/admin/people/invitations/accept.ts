import { CONFLICT_ASKS, CONFLICT_REFUSAL } from '@gatehouse/contract/admin/approvals/role-conflicts.ts'
import type { Input, Output } from '@gatehouse/contract/endpoint.ts'
import type { acceptInvitation as call, readInvitation as look } from '@gatehouse/contract/invitations.ts'
import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import { recordAudit } from '../../../audit/record-audit.ts'
import { countAttempt } from '../../../counting/count-attempt.ts'
import { newId } from '../../../crypto/ids.ts'
import { secretHash } from '../../../crypto/secrets.ts'
import type { Db, Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { AppError } from '../../../errors.ts'
import type { Caller } from '../../../identity/actor.ts'
import { maskEmail } from '../../../identity/identifiers.ts'
import { requireStrongPassword } from '../../../identity/password-strength.ts'
import { hashPassword } from '../../../identity/passwords.ts'
import { requireSoundPerson } from '../../../identity/require-sound-person.ts'
import { insertUser } from '../../../identity/users.ts'
import { isDistrusted } from '../../../sessions/is-distrusted.ts'
import { findCaller } from '../../engine/find-caller.ts'
import type { By } from '../../engine/store.ts'
import { give } from './gift.ts'

/** From where somebody opens a link. */
type Visitor = { ip: string }

const UNUSABLE = { isUsable: false, email: '', application: '', client: '' }

/** What a link is for. @throws AppError too_many_attempts */
export async function readInvitation(deps: Deps, { ip }: Visitor, uuid: string): Promise<Output<typeof look>> {
  await countAttempt(deps, [{ bucket: 'lookup-requests', of: ip }])
  const found = await findUsable(deps.db, uuid)
  if (found === null) return UNUSABLE
  const { email, application, client } = found
  return { isUsable: true, email, application, client }
}

/**
 * Creates the account of an invitation with what it gives, in the name of its sender. The link proves the address.
 *
 * @throws AppError invitation_invalid, also when the sender may no longer give what it gives; invitation_refused when a rule of separation of
 * duties refuses it, and then the link stays; invalid_request,
 * password_too_weak or password_breached
 */
export async function acceptInvitation(
  deps: Deps,
  { ip }: Visitor,
  { uuid, password, ...names }: Input<typeof call>,
): Promise<Output<typeof call>> {
  const { db, keys, config, outbox } = deps
  const found = await findUsable(db, uuid)
  if (found === null) {
    await countAttempt(deps, [{ bucket: 'reset-links', of: ip }])
    throw new AppError('invitation_invalid')
  }
  const { email } = found
  requireSoundPerson({ ...names, email })
  const judged = await requireStrongPassword(config, password, { ...names, email })
  const passwordHash = await hashPassword(keys, password, { id: found.id, isKnown: true })
  const userId = newId()
  await db
    .transaction(async (tx) => {
      const spent = await spend(tx, uuid)
      const by = spent === null ? null : await senderOf(tx, spent)
      if (spent === null || by === null) throw new AppError('invitation_invalid')
      const { language } = spent
      const person = { ...names, id: userId, email: spent.email, userName: null, phoneNumber: '', language }
      const taken = await insertUser(tx, { ...person, passwordHash, roleId: null, isEmailVerified: true })
      if (taken.length > 0) throw new AppError('invitation_invalid')
      await tx.execute(sql`
      with accepted as (update invitations set user_id = ${userId} where id = ${spent.id})
      update users set created_by = ${by.person.userId}, updated_by = ${by.person.userId} where id = ${userId}`)
      await recordAudit(tx, {
        ...{ event: 'registration.completed', actorId: userId, subjectId: userId, ip },
        detail: { ...judged, invitationId: spent.id },
      })
      const application = toApplication(spent)
      await give(deps, tx, by, userId, { ...spent, application }).catch((cause: unknown) => {
        if (!(cause instanceof AppError)) throw cause
        const isRule = cause.data?.reason === CONFLICT_REFUSAL || cause.data?.reason === CONFLICT_ASKS
        throw new AppError(isRule ? 'invitation_refused' : 'invitation_invalid', { cause })
      })
    })
    .catch(async (error: unknown) => {
      if (error instanceof AppError && error.key === 'invitation_refused') await noteRefused(db, uuid, found, error, ip)
      throw error
    })
  outbox.wake()
  return { email }
}

/** So that administrators see that and which rule it was; the person does not get its name. A link that was replaced meanwhile refuses nothing. */
const noteRefused = (db: Db, uuid: string, { id, email }: Usable, { cause }: AppError, ip: string) =>
  db.transaction(async (tx) => {
    await tx.execute(sql`
      update invitations set refused_at = now() where id = ${id} and secret_hash = ${linkHash(uuid)} and state = 'open'`)
    await recordAudit(tx, {
      ...{ event: 'invitations.refused', subjectId: id, ip },
      detail: { name: maskEmail(email), rules: cause instanceof AppError ? cause.data?.missing : [] },
    })
  })

const linkHash = (uuid: string): Buffer => secretHash(uuid.toLowerCase())

type Usable = { id: string; email: string; application: string; client: string }

async function findUsable(db: Db, uuid: string): Promise<Usable | null> {
  const { rows } = await db.execute<Usable & { sentBy: string; sessionId: string | null }>(sql`
    select i.id, i.email, coalesce(a.name, '') as application, coalesce(c.display_name, '') as client,
      i.sent_by as "sentBy", i.session_id as "sessionId"
    from invitations i left join applications a on a.id = i.application_id left join clients c on c.id = i.client_id
    where i.secret_hash = ${linkHash(uuid)} and i.state = 'open' and i.expires_at > now()
      and not exists (select from user_identifiers o where o.value = i.email_key)`)
  const [found] = rows
  if (found === undefined || !(await mayInvite(db, found))) return null
  return found
}

type Spent = {
  id: string
  email: string
  language: MessageLanguage | null
  applicationId: string | null
  clientId: string | null
  role: string
  validFrom: Date | null
  validUntil: Date | null
  roleId: string | null
  sentBy: string
  sessionId: string | null
  ip: string
}

async function spend(tx: Tx, uuid: string): Promise<Spent | null> {
  const { rows } = await tx.execute<Spent>(sql`
    update invitations set state = 'accepted', settled_at = now()
    where secret_hash = ${linkHash(uuid)} and state = 'open' and expires_at > now()
    returning id, email, language, application_id as "applicationId", client_id as "clientId", application_role as role,
      valid_from as "validFrom", valid_until as "validUntil", role_id as "roleId", sent_by as "sentBy",
      session_id as "sessionId", ip`)
  return rows[0] ?? null
}

const toApplication = ({ applicationId, clientId, role }: Spent) =>
  applicationId === null || clientId === null ? null : { applicationId, clientId, role }

type Sender = { sentBy: string; sessionId: string | null }

const mayInvite = async (db: Db | Tx, sender: Sender) => (await findSender(db, sender)) !== null

/** Its sender, with their present rights; `null` when they may no longer invite. */
async function senderOf(tx: Tx, spent: Spent): Promise<By | null> {
  const person = await findSender(tx, spent)
  return person === null ? null : { person, ip: spent.ip }
}

/** Whoever used a session that was distrusted since may not have been the sender. */
async function findSender(db: Db | Tx, { sentBy: userId, sessionId }: Sender): Promise<Caller | null> {
  const person = await findCaller(db, { userId, sessionId })
  if (!person?.permissions.includes('users:write')) return null
  return (await isDistrusted(db, sessionId)) ? null : person
}
