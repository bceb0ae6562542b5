import sql from 'sql-template-tag'
import type { SignInTarget } from '../access/sign-in-target.ts'

/** A challenge as its statements return it. */
export type Challenge = {
  id: string
  userId: string | null
  signUpId: string | null
  phoneNumber: string | null
  newEmail: string | null
  rememberMe: boolean
  amr: string[]
  target: SignInTarget | null
}

export const COLUMNS = sql`id, user_id, sign_up_id, phone_number, new_email, remember_me, amr, target`
export type ChallengeRow = {
  id: string
  user_id: string | null
  sign_up_id: string | null
  phone_number: string | null
  new_email: string | null
  remember_me: boolean
  amr: string[]
  target: SignInTarget | null
}

export function toChallenge(row: ChallengeRow): Challenge {
  return {
    id: row.id,
    userId: row.user_id,
    signUpId: row.sign_up_id,
    phoneNumber: row.phone_number,
    newEmail: row.new_email,
    rememberMe: row.remember_me,
    amr: row.amr,
    target: row.target,
  }
}
