import { randomInt } from 'node:crypto'
import { RECOVERY_CODES, type RecoveryCodes } from '@gatehouse/contract/factors/recovery-codes.ts'
import sql, { raw } from 'sql-template-tag'
import { secretHash } from '../crypto/secrets.ts'
import type { Executor, Tx } from '../db/database.ts'
import type { Person } from '../identity/actor.ts'
import { forgetBrowsers } from '../identity/remembered-browsers.ts'
import { isStrongSession, ownsPasskey, standsForPasskey } from '../identity/sign-in-demand.ts'
import { lockPerson } from '../identity/users.ts'
import { hasStrongFactor } from './strong-sign-in.ts'

/** Crockford's Base32: no letter of it looks like another or like a digit. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const READ_AS: Record<string, string> = { I: '1', L: '1', O: '0' }
const GROUPS = 4
const GROUP_LENGTH = 4

/** 80 random bits: too many to try, also for somebody who has the hash. */
const newCode = () =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''),
  ).join('-')

/** As it is typed: in any case, with or without hyphens, with letters for digits that look like them. */
const hashOf = (code: string) =>
  secretHash(
    code
      .toUpperCase()
      .replace(/[^0-9A-Z]/g, '')
      .replace(/[ILO]/g, (letter) => READ_AS[letter] ?? letter),
  )

/**
 * Makes new codes in place of all former ones, as strong as the session in which they are made. Those of somebody with a passkey
 * stand in for it, so they are strong only if it, or a code that stands in for it, was used.
 *
 * @returns them, this once
 */
export async function replaceRecoveryCodes(
  tx: Tx,
  { userId, sessionId }: Pick<Person, 'userId' | 'sessionId'>,
): Promise<string[]> {
  await deleteRecoveryCodes(tx, userId)
  const codes = Array.from({ length: RECOVERY_CODES }, newCode)
  await tx.execute(sql`
    insert into recovery_codes (user_id, code_hash, is_strong)
    select ${userId}::uuid, hash, exists (select from sessions s where s.id = ${sessionId}
      and ${raw(`${isStrongSession('s')} and (${standsForPasskey('s')} or not ${ownsPasskey('s.user_id')})`)}) from unnest(${codes.map(hashOf)}::bytea[]) hash`)
  return codes
}

/** Locks the person, so that of two who make codes one replaces those of the other. @returns how many unused ones there were */
export async function deleteRecoveryCodes(tx: Tx, userId: string): Promise<number> {
  await lockPerson(tx, userId)
  const { rows } = await tx.execute<{ unused: boolean }>(
    sql`delete from recovery_codes where user_id = ${userId} returning used_at is null as unused`,
  )
  await forgetBrowsers(tx, userId)
  return rows.filter(({ unused }) => unused).length
}

/** Call it before the first passkey or app is added: whoever made these codes had none. */
export async function weakenRecoveryCodes(tx: Tx, userId: string): Promise<void> {
  await tx.execute(sql`update recovery_codes set is_strong = false where user_id = ${userId} and is_strong`)
}

/** Condition on a code `c`: it was made when its person had a passkey, so that a strong one stands in for a passkey and not for an app alone. */
const HAD_PASSKEY = sql`exists (select from passkeys p where p.user_id = c.user_id and p.created_at < c.created_at)`

/** `isWeak`: the person has a passkey or an app, and the codes do not stand in for it. */
type Known = RecoveryCodes & { isWeak: boolean }

export async function readRecoveryCodes(on: Executor, userId: string): Promise<Known> {
  const { rows } = await on.execute<{ left: number; madeAt: Date | null; isWeak: boolean }>(sql`
    select count(*) filter (where used_at is null)::int as left, max(created_at) as "madeAt",
      coalesce(bool_or(not is_strong or ${raw(ownsPasskey('c.user_id'))} and not ${HAD_PASSKEY}), false) and (select ${hasStrongFactor('u.id')} from users u where u.id = ${userId}) as "isWeak"
    from recovery_codes c where user_id = ${userId}`)
  const { left = 0, madeAt = null, isWeak = false } = rows[0] ?? {}
  return { left, madeAt: madeAt?.toISOString() ?? null, isWeak }
}

/** How many codes are left, and what the one that was spent stands in for: `recovery` for a passkey, `app` for an app, `null` for nothing. */
type SpentCode = { left: number; factor: 'recovery' | 'app' | null; codeHash: Buffer }

/** Spends a code by one conditional update. @returns `null` when it is wrong or was used */
export async function spendRecoveryCode(tx: Tx, userId: string, code: string): Promise<SpentCode | null> {
  const codeHash = hashOf(code)
  const { rows } = await tx.execute<Pick<SpentCode, 'factor'>>(sql`
    update recovery_codes c set used_at = now()
    where user_id = ${userId} and code_hash = ${codeHash} and used_at is null
    returning case when is_strong and (select ${hasStrongFactor('u.id')} from users u where u.id = user_id)
      then case when ${HAD_PASSKEY} then 'recovery' else 'app' end end as factor`)
  const [spent] = rows
  return spent === undefined ? null : { ...spent, codeHash, left: (await readRecoveryCodes(tx, userId)).left }
}
