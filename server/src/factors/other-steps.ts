import type { OtherStep } from '@gatehouse/contract/signin.ts'
import { type Executor, prepared } from '../db/database.ts'

/** What a person may give after the password instead of the emailed code. */
export async function readOtherSteps(on: Executor, userId: string | null): Promise<OtherStep[]> {
  const { rows } = await on.execute<{ hasApp: boolean }>(
    prepared('other-steps')`
    select exists (select from authenticators where user_id = ${userId}::uuid) as "hasApp"`,
  )
  return rows[0]?.hasApp ? ['authenticator'] : []
}
