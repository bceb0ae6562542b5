import type { Access } from './endpoint.ts'

/** What the key of a service account looks like, so that scanners of source code recognise one. */
export const SERVICE_KEY_PREFIX = 'gh_sa_'

/** The one answer to a key that is not accepted, whatever the reason. The audit has the reason. */
export const KEY_REFUSED =
  'This key is not accepted: it is wrong, expired or revoked, or may not be used from here. The audit has the reason.'

/** The answer to a service account at a call that only people may make. */
export const ONLY_PEOPLE = 'Service accounts cannot do this. Sign in as a person.'

/**
 * Whether a service account may make a call: one that needs a permission, unless its declaration refuses; any other only
 * if its declaration allows it. So a call that is added is refused by default.
 */
export function isForServiceAccounts({
  access,
  serviceAccounts = access !== 'public' && access !== 'session' && access !== 'application',
}: {
  readonly access: Access
  readonly serviceAccounts?: boolean
}): boolean {
  return serviceAccounts
}
