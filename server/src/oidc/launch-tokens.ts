import sql from 'sql-template-tag'
import { isFor, isPersonActive, OPEN_ASSIGNMENTS } from '../access/launch-rule.ts'
import { secretHash } from '../crypto/secrets.ts'
import type { Db } from '../db/database.ts'
import type { Payload } from './artifacts.ts'

/** The prefix of access tokens that applications get for a launch token. */
export const LAUNCH_PREFIX = 'eac_'
/** The scopes of such a token: everything that the redemption has returned. */
export const LAUNCH_SCOPES = ['openid', 'profile', 'email', 'phone', 'access']

/** The one rule of whether the access token `t` of a redemption is valid; `GRANT_IS_VALID` is the rule for grants. */
export const LAUNCH_TOKEN_IS_VALID = `
  t.revoked_at is null and t.expires_at > now()
  and ${isPersonActive('t')}
  and exists (select 1 from ${OPEN_ASSIGNMENTS} where ${isFor('t')})
  and exists (select 1 from sessions e where e.id = t.session_id and e.ended_at is null and e.expires_at > now())`

type Row = {
  id: string
  userId: string
  applicationId: string
  clientId: string
  sessionId: string
  iat: number
  exp: number
}

async function read(db: Db, by: 'id' | 'token_hash', value: unknown): Promise<Row | null> {
  const { rows } = await db.execute<Row>({
    name: `find-launch-token-by-${by}`,
    text: `select t.id, t.user_id as "userId", t.application_id as "applicationId", t.client_id as "clientId",
        t.session_id as "sessionId", extract(epoch from t.created_at)::int as iat, extract(epoch from t.expires_at)::int as exp
      from access_tokens t where t.${by} = $1 and ${LAUNCH_TOKEN_IS_VALID}`,
    values: [value],
  })
  return rows[0] ?? null
}

/** The token in the library's form; it is also its own grant. */
export async function findLaunchToken(db: Db, token: string): Promise<Payload | undefined> {
  const row = await read(db, 'token_hash', secretHash(token))
  if (row === null) return undefined
  const { id, userId: accountId, applicationId, sessionId: sid, iat, exp } = row
  return {
    ...{ kind: 'AccessToken', jti: token, format: 'opaque', gty: 'launch', accountId, sid, iat, exp },
    clientId: applicationId,
    grantId: id,
    scope: LAUNCH_SCOPES.join(' '),
  }
}

export async function findLaunchGrant(
  db: Db,
  id: string,
): Promise<Pick<Row, 'userId' | 'applicationId' | 'clientId' | 'iat' | 'exp'> | null> {
  return read(db, 'id', id)
}

export async function revokeLaunchToken(db: Db, token: string): Promise<void> {
  await db.execute(sql`
    update access_tokens set revoked_at = now() where token_hash = ${secretHash(token)} and revoked_at is null`)
}
