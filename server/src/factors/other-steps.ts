import type { OtherStep } from '@gatehouse/contract/signin.ts'
import { type Executor, prepared } from '../db/database.ts'

/** What a person may give after the password instead of the emailed code. */
export async function readOtherSteps(on: Executor, userId: string | null): Promise<OtherStep[]> {
  const { rows } = await on.execute<{ steps: OtherStep[] }>(
    prepared('other-steps')`
    select array_remove(array[
      case when exists (select from authenticators where user_id = ${userId}::uuid) then 'authenticator' end,
      case when exists (select from recovery_codes where user_id = ${userId}::uuid and used_at is null)
        then 'recovery-code' end], null) as steps`,
  )
  return rows[0]?.steps ?? []
}
