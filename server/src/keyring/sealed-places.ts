/** A column with sealed values; it may be empty. `type`: of the id. */
export type SealedPlace = { table: string; column: string; id: 'id' | 'kid'; type: 'uuid' | 'text' }

const columns = (table: string, ...names: string[]): SealedPlace[] =>
  names.map((column) => ({ table, column, id: 'id', type: 'uuid' }))

/**
 * Where sealed values are stored, each sealed for `table|column|id`; a test compares it with the schema. Sealed values that
 * live for hours at most are elsewhere too (the set-up link, the cookies of waiting requests): former keys still open them.
 */
export const SEALED_PLACES: readonly SealedPlace[] = [
  { table: 'signing_keys', column: 'sealed_private_jwk', id: 'kid', type: 'text' },
  { table: 'encryption_keys', column: 'sealed_private_jwk', id: 'kid', type: 'text' },
  ...columns('email_configurations', 'sealed_password', 'sealed_token'),
  ...columns('sms_configurations', 'sealed_password', 'sealed_token', 'sealed_api_code'),
  ...columns('webhooks', 'sealed_secret', 'sealed_previous_secret'),
  ...columns('authenticators', 'sealed_secret'),
  ...columns('outbox', 'payload'),
]
