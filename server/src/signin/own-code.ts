import type { OwnCode } from '@gatehouse/contract/own-code.ts'
import sql, { type Sql } from 'sql-template-tag'
import type { Executor, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { CODE_MINUTES, RESEND_SECONDS } from './challenge-limits.ts'
import { issueCode, type Purpose } from './issue-code.ts'
import { openChallenge, renewCode } from './open-challenge.ts'

/** The codes by which a person who is signed in proves an address or number. */
type OwnPurpose = Extract<Purpose, 'verify-phone' | 'change-email' | 'change-phone'>

type Asked = { purpose: OwnPurpose; userId: string; ip: string; proves: { newEmail: string } | { phoneNumber: string } }

/** A code for this address or number, which is the one that `findOwnCode` finds from now on. `null`: the last one is less than a minute old. */
export async function makeOwnCode(
  { keys }: Deps,
  tx: Tx,
  { purpose, userId, ip, proves }: Asked,
): Promise<{ code: string | null; state: OwnCode }> {
  const sent = { isSent: true, expiresInSeconds: CODE_MINUTES * 60, resendInSeconds: RESEND_SECONDS }
  const which = 'newEmail' in proves ? sql`new_email = ${proves.newEmail}` : sql`phone_number = ${proves.phoneNumber}`
  const open = await findOwnCode(tx, userId, purpose, which)
  if (open === null) {
    const issued = issueCode(keys.otp, purpose)
    const none = { signUpId: null, fromBrowser: false, rememberMe: false, amr: [], target: null }
    await openChallenge(tx, issued, { ...none, ...proves, userId, ip })
    return { code: issued.code, state: sent }
  }
  await tx.execute(sql`update challenges set created_at = clock_timestamp() where id = ${open}`)
  const renewed = await renewCode(tx, keys.otp, purpose, { id: open })
  return renewed === null ? { code: null, state: await readUnsent(tx, open) } : { code: renewed.code, state: sent }
}

/** The open code that was asked for last. */
export async function findOwnCode(
  db: Executor,
  userId: string,
  purpose: OwnPurpose,
  which: Sql = sql`true`,
): Promise<string | null> {
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from challenges
    where user_id = ${userId} and purpose = ${purpose} and spent_at is null and expires_at > now() and ${which}
    order by created_at desc, id desc limit 1`)
  return rows[0]?.id ?? null
}

async function readUnsent(tx: Tx, id: string): Promise<OwnCode> {
  const { rows } = await tx.execute<Omit<OwnCode, 'isSent'>>(sql`
    select greatest(0, ceil(extract(epoch from code_expires_at - now())))::int as "expiresInSeconds",
      greatest(0, ceil(extract(epoch from code_sent_at - now()) + ${RESEND_SECONDS}))::int as "resendInSeconds"
    from challenges where id = ${id}`)
  const [times = { expiresInSeconds: 0, resendInSeconds: 0 }] = rows
  return { isSent: false, ...times }
}
