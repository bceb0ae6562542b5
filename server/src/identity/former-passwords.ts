import sql from 'sql-template-tag'
import type { Config } from '../config.ts'
import { newId } from '../crypto/ids.ts'
import type { Executor, Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Source } from './fair-queue.ts'
import { verifyPassword } from './passwords.ts'

type Rules = Pick<Config, 'passwordHistory'>

/**
 * Refuses the present password of a person and those that it replaced. Each comparison costs as much as a sign-in: call it
 * only for somebody whose password or link was right, and after the cheaper rules.
 *
 * @throws AppError password_unchanged, password_used_before, or busy
 */
export async function requireUnusedPassword(
  db: Executor,
  { keys, config }: Pick<Deps, 'keys'> & { config: Rules },
  userId: string,
  password: string,
  source?: Source,
): Promise<void> {
  const { rows } = await db.execute<{ hash: string; isPresent: boolean }>(sql`
    select password_hash as hash, true as "isPresent" from users where id = ${userId} and password_hash is not null
    union all (select password_hash, false from former_passwords where user_id = ${userId}
      order by replaced_at desc limit ${config.passwordHistory})`)
  for (const { hash, isPresent } of rows)
    if (await verifyPassword(keys, hash, password, source))
      throw new AppError(isPresent ? 'password_unchanged' : 'password_used_before')
}

/** Keeps the hash of the present password, which is about to be replaced or voided, and drops those beyond the setting. */
export async function keepFormerPassword(tx: Tx, { passwordHistory }: Rules, userId: string): Promise<void> {
  // The lock, so that of two changes at once the second one keeps what the first one has set.
  await tx.execute(sql`
    insert into former_passwords (id, user_id, password_hash)
    select ${newId()}, id, password_hash from users
    where id = ${userId} and password_hash is not null and ${passwordHistory}::int > 0 for no key update`)
  await tx.execute(sql`
    delete from former_passwords where user_id = ${userId} and id not in (
      select id from former_passwords where user_id = ${userId} order by replaced_at desc limit ${passwordHistory})`)
}
