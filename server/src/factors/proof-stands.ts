import sql, { type Sql } from 'sql-template-tag'
import type { PasskeyUse } from './verify-passkey.ts'

/** The value of the cookie that a remembered browser has sent, and the one that replaces it. */
export type BrowserUse = { formerHash: Buffer; nextHash: Buffer; ip: string; userAgent: string }

/** What a sign-in was proved with, besides the password: that very row, not another of its kind. */
export type Proof =
  | { kind: 'app'; id: string }
  /** `use`: is stored in the same transaction. */
  | { kind: 'browser'; id: string; use: BrowserUse }
  /** `use`: is noted in the same transaction, and was not before. */
  | { kind: 'passkey'; id: string; use?: PasskeyUse }
  /** `isStrong`: it stands in for a passkey or an app. */
  | { kind: 'recovery'; codeHash: Buffer; isStrong: boolean }
  /** A code that was sent to one of these. */
  | { kind: 'code'; email: string; phoneNumber: string }

/** One that was used before the session is opened, and may be looked at again. */
export type StandingProof = Exclude<Proof, { kind: 'browser' }>

/**
 * Condition: what a person has proved themselves with is still theirs. Ask in a statement of its own after the account is
 * locked: one that waited for the lock does not see what was removed meanwhile.
 */
export function proofStands(userId: string, proof: StandingProof): Sql {
  switch (proof.kind) {
    case 'passkey':
      // One that may have been copied stands, too: of two uses at once the first signs in. Its session is not strong any more.
      return sql`exists (select from passkeys where id = ${proof.id}::uuid and user_id = ${userId}::uuid)`
    case 'app':
      return sql`exists (select from authenticators where id = ${proof.id}::uuid and user_id = ${userId}::uuid)`
    case 'recovery':
      return sql`exists (select from recovery_codes where user_id = ${userId}::uuid and code_hash = ${proof.codeHash}::bytea
        and (is_strong or not ${proof.isStrong}::boolean))`
    case 'code':
      return sql`exists (select from users where id = ${userId}::uuid and email = ${proof.email} and phone_number = ${proof.phoneNumber})`
  }
}
