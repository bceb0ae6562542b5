import { raw } from 'sql-template-tag'

/** Condition on a key `k` of a service account that can be used. */
export const IS_VALID_KEY = raw('k.revoked_at is null and k.expires_at > now()')
