import type { Executor } from '../db/database.ts'

/** Whether a person can sign in with a passkey. */
export async function hasPasskey(on: Executor, userId: string): Promise<boolean> {
  const { rows } = await on.execute<{ has: boolean }>({
    name: 'has-passkey',
    isLookUp: true,
    text: 'select exists (select 1 from passkeys where user_id = $1 and suspected_at is null) as has',
    values: [userId],
  })
  return rows[0]?.has === true
}
