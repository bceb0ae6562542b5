import { randomUUID } from 'node:crypto'
import { INVITATION_DAYS, type Invited } from '@gatehouse/contract/admin/people/invitations.ts'
import type { MessageLanguage } from '@gatehouse/contract/notices.ts'
import sql from 'sql-template-tag'
import { brandedLink } from '../../../access/branding.ts'
import { countAttempt } from '../../../counting/count-attempt.ts'
import { TooManyAttempts } from '../../../counting/too-many-attempts.ts'
import { newId } from '../../../crypto/ids.ts'
import { secretHash } from '../../../crypto/secrets.ts'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { maskEmail } from '../../../identity/identifiers.ts'
import { notify } from '../../../notifications/notify.ts'
import { auditBy } from '../../engine/changes.ts'
import { requireNotDeletedHolder } from '../../engine/guard/people.ts'
import type { By } from '../../engine/store.ts'
import { nameOf } from '../invite-new-person.ts'
import type { Gift } from './gift.ts'
import { requireMayVoid } from './require-may-void.ts'

export type Letter = {
  email: string
  /** The address, normalised. */
  key: string
  gift: Gift
  language: MessageLanguage | null
  /** Only this invitation is sent again. Left out: an open one for the address is replaced. */
  id?: string
}

type Sent = { id: string; sends: number; minutes: number }

/**
 * Stores an invitation and its message, within the limits of the sender and of the address. `null`: it is over.
 *
 * @throws AppError grants_more: it would replace one that gives more than the caller may give; not_yourself
 */
export async function sendLetter(deps: Deps, tx: Tx, by: By, letter: Letter): Promise<Invited['outcome'] | null> {
  await requireNotDeletedHolder(tx, letter, by)
  if (!(await isWithinLimits(deps, tx, by, letter.key))) return 'limited'
  const uuid = randomUUID()
  if (letter.id === undefined) await requireMayVoid(tx, by, sql`i.email_key = ${letter.key}`)
  const sent = await (letter.id === undefined ? insert : renew)(tx, by, letter, uuid)
  if (sent === null) return null
  const { application } = letter.gift
  const bare = new URL(`/invitation/${uuid}`, deps.config.publicUrl).href
  const link =
    application === null
      ? bare
      : await brandedLink(tx, bare, { client: application.clientId, client_id: application.applicationId })
  const { email, language } = letter
  await notify(
    deps,
    tx,
    'invitation',
    { email, firstName: '', lastName: '', language },
    {
      ...aboutOf(letter.gift),
      minutes: sent.minutes,
      values: { link, inviter: await nameOf(tx, by.person.userId), ...letter.gift.names },
    },
  )
  // The audit is kept for longer than the invitation: it does not hold the whole address of somebody who never came.
  await auditBy(tx, by, 'invitations.sent', sent.id, { name: maskEmail(email), changes: letter.gift.changes })
  return sent.sends > 1 ? 'sent-again' : 'sent'
}

/**
 * Whoever has the link makes the account. So an invitation that gives a role in the portal goes by the gateway and the template for
 * all: people who may change those of one application could read a link that gives more than they have.
 */
const aboutOf = ({ application, roleId }: Gift) =>
  application === null ? {} : { scope: roleId === null ? application : { applicationId: null, clientId: null } }

async function isWithinLimits(deps: Deps, tx: Tx, { person }: By, key: string): Promise<boolean> {
  const attempts = [
    { bucket: 'invitations', of: person.userId },
    { bucket: 'invitations-day', of: person.userId },
    { bucket: 'invited-email', of: key },
  ] as const
  try {
    await countAttempt(deps, [...attempts], { tx })
    return true
  } catch (error) {
    if (error instanceof TooManyAttempts) return false
    throw error
  }
}

/** No link outlives what it gives. */
const endOf = ({ validUntil }: Gift) =>
  sql`least(now() + make_interval(days => ${INVITATION_DAYS}), ${validUntil}::timestamptz)`
const SENT = sql`id, sends, greatest(1, floor(extract(epoch from expires_at - now()) / 60))::int as minutes`

async function insert(tx: Tx, by: By, { email, key, gift, language }: Letter, uuid: string): Promise<Sent | null> {
  const { application, roleId, validFrom, validUntil } = gift
  const { userId, sessionId } = by.person
  const { rows } = await tx.execute<Sent>(sql`
    insert into invitations as i (id, email, email_key, secret_hash, application_id, client_id, application_role,
      valid_from, valid_until, role_id, language, sent_by, session_id, ip, expires_at)
    values (${newId()}, ${email}, ${key}, ${secretHash(uuid)}, ${application?.applicationId ?? null},
      ${application?.clientId ?? null}, ${application?.role ?? ''}, ${validFrom}, ${validUntil}, ${roleId}, ${language},
      ${userId}, ${sessionId}, ${by.ip}, ${endOf(gift)})
    on conflict (email_key) where state = 'open' do update set email = excluded.email, secret_hash = excluded.secret_hash,
      application_id = excluded.application_id, client_id = excluded.client_id,
      application_role = excluded.application_role, valid_from = excluded.valid_from, valid_until = excluded.valid_until,
      role_id = excluded.role_id, language = excluded.language, sent_by = excluded.sent_by,
      session_id = excluded.session_id, ip = excluded.ip, expires_at = excluded.expires_at, sent_at = now(),
      sends = i.sends + 1, refused_at = null
    returning ${SENT}`)
  return rows[0] ?? null
}

async function renew(tx: Tx, by: By, { id, gift }: Letter, uuid: string): Promise<Sent | null> {
  const { userId, sessionId } = by.person
  const { rows } = await tx.execute<Sent>(sql`
    update invitations set secret_hash = ${secretHash(uuid)}, sent_by = ${userId}, session_id = ${sessionId},
      ip = ${by.ip}, expires_at = ${endOf(gift)}, sent_at = now(), sends = sends + 1, refused_at = null
    where id = ${id} and state = 'open' returning ${SENT}`)
  return rows[0] ?? null
}
