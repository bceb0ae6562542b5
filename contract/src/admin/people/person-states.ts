/**
 * `invited`: active, and has neither chosen a password nor signed in yet. `throttled`: active, and sign-ins were refused
 * within the last hour because there had been too many attempts; asking for it takes the permission to read the activity.
 * `leaving`: active, with a last day. `recovering`: the recovery of the account is open. `suspended`: a suspension runs or is
 * planned. `codesOnly`: active, with neither a passkey nor an authenticator app. `noPasskey`: active, without a passkey
 * that signs in.
 */
export const PERSON_STATES = [
  'active',
  'invited',
  'throttled',
  'leaving',
  'recovering',
  'suspended',
  'codesOnly',
  'noPasskey',
  'inactive',
] as const
