import type { OtherStep } from '@gatehouse/contract/signin.ts'
import sql from 'sql-template-tag'
import { type Executor, prepared } from '../db/database.ts'
import { mayRemember } from '../identity/remembered-browsers.ts'

/** The second step of a person: what they may give instead of the emailed code, and whether a browser may be remembered. */
export type SecondStep = { otherSteps: OtherStep[]; mayRemember: boolean }

export async function readSecondStep(on: Executor, userId: string | null): Promise<SecondStep> {
  const id = sql`${userId}::uuid`
  const { rows } = await on.execute<SecondStep>(
    prepared('second-step')`
    select array_remove(array[
      case when exists (select from passkeys where user_id = p.id and suspected_at is null) then 'passkey' end,
      case when exists (select from authenticators where user_id = p.id) then 'authenticator' end,
      case when exists (select from recovery_codes where user_id = p.id and used_at is null)
        then 'recovery-code' end], null) as "otherSteps", ${mayRemember('p.id')} as "mayRemember"
    from (select ${id} as id) p`,
  )
  return rows[0] ?? { otherSteps: [], mayRemember: false }
}
