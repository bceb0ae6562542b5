/** The scopes of the access token of a redeemed launch: everything that the redemption has returned. */
const LAUNCH_SCOPES = 'openid profile email phone access'

/**
 * All grants, to select from: those of OpenID Connect, and one for the access token of each redeemed launch (ADR 0048).
 */
export const ALL_GRANTS = `(
  select id, user_id, application_id, client_id, session_id, acting_id, is_offline, scopes, resources, created_at, expires_at, revoked_at
  from oidc_grants
  union all
  select id, user_id, application_id, client_id, session_id, acting_id, false, string_to_array('${LAUNCH_SCOPES}', ' '), array[]::text[],
    created_at, expires_at, revoked_at
  from access_tokens)`

/**
 * All codes, tokens and other artifacts, to select from. `is_limited`: the scope is reduced to what the application is
 * allowed. The token of a launch is not: its scope is what the redemption has returned.
 */
export const ALL_ARTIFACTS = `(
  select id_hash, model, payload, grant_id, application_id, expires_at, consumed_at, true as is_limited
  from oidc_artifacts
  union all
  select token_hash, 'AccessToken', jsonb_build_object('kind', 'AccessToken', 'format', 'opaque', 'gty', 'launch',
      'accountId', user_id, 'clientId', application_id, 'grantId', id, 'sid', coalesce(acting_id, session_id), 'scope', '${LAUNCH_SCOPES}',
      'iat', extract(epoch from created_at)::int, 'exp', extract(epoch from expires_at)::int),
    id, application_id, expires_at, null, false
  from access_tokens)`
