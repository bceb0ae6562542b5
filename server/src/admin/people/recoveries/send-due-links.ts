import { randomUUID } from 'node:crypto'
import { fullName } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import { secretHash } from '../../../crypto/secrets.ts'
import type { Tx } from '../../../db/database.ts'
import type { Deps } from '../../../deps.ts'
import { maskEmail } from '../../../identity/identifiers.ts'
import { findAccountById, lockPerson } from '../../../identity/users.ts'
import { notify } from '../../../notifications/notify.ts'
import { auditBy } from '../../engine/changes.ts'
import { PORTAL } from '../../engine/store.ts'
import { OPEN_DAYS } from './start.ts'
import { isStillAllowed, STOOD_FOR, type StoodFor } from './still-allowed.ts'

/** Recoveries in one round. */
const BATCH = 100

/** Sends the links whose waiting time is over. Every server calls it; each link is sent once. */
export async function sendDueLinks(deps: Pick<Deps, 'db' | 'config' | 'outbox'>): Promise<void> {
  const { db, outbox } = deps
  const { rows } = await db.execute<{ id: string; userId: string }>(sql`
    select id, user_id as "userId" from account_recoveries
    where state = 'waiting' and ready_at <= now() and expires_at > now() order by ready_at limit ${BATCH}`)
  for (const { id, userId } of rows) {
    await db.transaction((tx) => sendLink(deps, tx, id, userId))
    outbox.wake()
  }
}

type Due = StoodFor & { newEmail: string }

async function sendLink(deps: Pick<Deps, 'config' | 'outbox'>, tx: Tx, id: string, userId: string): Promise<void> {
  // The person first, as everywhere, so that nobody waits for the other (deadlock).
  await lockPerson(tx, userId)
  const uuid = randomUUID()
  const { rows } = await tx.execute<Due>(sql`
    update account_recoveries set state = 'sent', secret_hash = ${secretHash(uuid)},
      expires_at = now() + make_interval(days => ${OPEN_DAYS})
    where id = ${id} and state = 'waiting' and ready_at <= now()
    returning new_email as "newEmail", ${STOOD_FOR}`)
  const [due] = rows
  const account = await findAccountById(tx, userId)
  if (due === undefined || account === null) return
  const { firstName, lastName, language } = account
  const name = fullName({ firstName, lastName })
  if (!(await isStillAllowed(tx, userId, due))) {
    await tx.execute(
      sql`update account_recoveries set state = 'cancelled', settled_at = now() where id = ${id} and state = 'sent'`,
    )
    await auditBy(tx, PORTAL, 'users.recovery-cancelled', userId, { name })
    return
  }
  await auditBy(tx, PORTAL, 'users.recovery-sent', userId, { name, newEmail: maskEmail(due.newEmail) })
  // To an address without an account: a message to the person would go to their phone, too.
  await notify(
    deps,
    tx,
    'recovery-link',
    { email: due.newEmail, firstName, lastName, language },
    {
      minutes: OPEN_DAYS * 24 * 60,
      values: { link: new URL(`/recover/${uuid}`, deps.config.publicUrl).href },
    },
  )
}
