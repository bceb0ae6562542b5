import sql, { raw } from 'sql-template-tag'
import { notRevoked } from '../access/not-revoked.ts'
import { secretHash } from '../crypto/secrets.ts'
import { type Db, prepared, type Tx } from '../db/database.ts'
import { ALL_ARTIFACTS, ALL_GRANTS } from './all-grants.ts'
import { AUDIENCE_IS_VALID, GRANT_IS_VALID, stillAllowed } from './grants.ts'

/**
 * The library's payload of an artifact; the fields that have columns of their own are read from here. `clientId` is the
 * application's id.
 */
export type Payload = Record<string, unknown> & {
  jti?: string | undefined
  clientId?: string | undefined
  grantId?: string | undefined
  scope?: string | undefined
}

type Row = { payload: Payload; consumed: number | null; allowedScopes: string[] | null; remainingSeconds: number }

/** Stores an artifact under the hash of its id, so that a reader of the table gets no code and no token. */
export async function saveArtifact(
  db: Db | Tx,
  model: string,
  id: string,
  { jti: _, ...payload }: Payload,
  ttlSeconds: number,
): Promise<void> {
  const { grantId = null, clientId: applicationId = null } = payload
  await db.execute(
    prepared('save-artifact')`
    insert into oidc_artifacts (id_hash, model, payload, grant_id, application_id, expires_at)
    values (${secretHash(id)}, ${model}, ${payload}, ${grantId}, ${applicationId}, now() + make_interval(secs => ${ttlSeconds}))
    on conflict (id_hash) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
  )
}

/** Stores an artifact that must be new; returns `false` when it is not. */
export async function saveOnce(db: Db, model: string, id: string, ttlSeconds: number): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    insert into oidc_artifacts (id_hash, model, payload, expires_at)
    values (${secretHash(id)}, ${model}, '{}', now() + make_interval(secs => ${ttlSeconds})) on conflict do nothing`)
  return rowCount === 1
}

/**
 * An artifact, expired or not, whose application is active and whose grant, if it has one, is valid for its audience.
 * Its scope is reduced to what the application is still allowed.
 */
export async function findArtifact(db: Db, model: string, id: string): Promise<Payload | undefined> {
  const { rows } = await db.execute<Row>({
    name: 'find-artifact',
    text: `select t.payload, extract(epoch from t.consumed_at)::int as consumed,
        case when t.is_limited then a.allowed_scopes end as "allowedScopes",
        extract(epoch from t.expires_at - now())::float8 as "remainingSeconds"
      from ${ALL_ARTIFACTS} t
        left join applications a on a.id = t.application_id and a.status = 'ACTIVE' and a.deleted_at is null
      where t.id_hash = $1 and t.model = $2 and (t.application_id is null or a.id is not null)
        and (t.grant_id is null or exists (
          select 1 from ${ALL_GRANTS} g where g.id = t.grant_id and ${GRANT_IS_VALID} and ${AUDIENCE_IS_VALID}))`,
    values: [secretHash(id), model],
  })
  const [row] = rows
  if (row === undefined) return undefined
  const { payload, allowedScopes, consumed } = row
  return {
    ...payload,
    ...expiryByDatabase(payload, row.remainingSeconds),
    ...(payload.scope === undefined ? {} : { scope: stillAllowed(payload.scope, allowedScopes) }),
    ...(consumed === null ? {} : { consumed }),
    jti: id,
  }
}

/**
 * The library compares `exp` with the clock of this server; the clock of the database counts, so the difference is
 * corrected.
 */
function expiryByDatabase({ exp }: Payload, remainingSeconds: number): { exp?: number } {
  const now = Math.floor(Date.now() / 1000)
  const isOver = remainingSeconds <= 0
  if (typeof exp !== 'number' || exp <= now === isOver) return {}
  return { exp: isOver ? now : now + Math.ceil(remainingSeconds) }
}

/**
 * Spends a code or a refresh token; of simultaneous uses one wins, and the others get `isFirst: false` with the grant.
 */
export async function consumeArtifact(
  db: Db,
  model: string,
  id: string,
): Promise<{ isFirst: boolean; grantId: string | null }> {
  const { rows } = await db.execute<{ isFirst: boolean; grantId: string | null }>(
    prepared('consume-artifact')`
    with spent as (
      update oidc_artifacts set consumed_at = now()
      where id_hash = ${secretHash(id)} and model = ${model} and consumed_at is null returning 1)
    select exists (select 1 from spent) as "isFirst",
      (select grant_id from oidc_artifacts where id_hash = ${secretHash(id)} and model = ${model}) as "grantId"`,
  )
  return rows[0] ?? { isFirst: false, grantId: null }
}

/** Removes an artifact. The access token of a launch has a grant of its own, which is revoked. */
export async function destroyArtifact(db: Db, model: string, id: string): Promise<void> {
  await db.execute(sql`
    with revoked as (
      update access_tokens a set revoked_at = now()
      where a.token_hash = ${secretHash(id)} and ${raw(notRevoked('a'))} and ${model} = 'AccessToken')
    delete from oidc_artifacts where id_hash = ${secretHash(id)} and model = ${model}`)
}

export async function destroyOfGrant(db: Db, model: string, grantId: string): Promise<void> {
  await db.execute(sql`delete from oidc_artifacts where grant_id = ${grantId} and model = ${model}`)
}
