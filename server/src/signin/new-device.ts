import sql from 'sql-template-tag'
import type { Keys } from '../crypto/keys.ts'
import type { Tx } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { readDeviceCookie } from '../identity/known-device.ts'
import type { Account } from '../identity/users.ts'
import { notify } from '../notifications/notify.ts'
import { describeDevice } from '../sessions/describe-device.ts'
import type { Caller } from './caller.ts'

/**
 * Whether this person has signed in with this device before: in our own pages, by the device cookie. Other callers have
 * no cookie; they are recognised by IP address and user agent, for as long as sessions are kept.
 */
export async function isKnownDevice(tx: Tx, keys: Keys, caller: Caller, account: Account): Promise<boolean> {
  if (readDeviceCookie(keys.device, account, caller.deviceCookie) !== null) return true
  if (caller.isWeb) return false
  const { rowCount } = await tx.execute(sql`
    select 1 from sessions where user_id = ${account.id} and ip = ${caller.ip} and user_agent = ${caller.userAgent} limit 1`)
  return rowCount === 1
}

export async function notifyOfNewDevice(
  deps: Deps,
  tx: Tx,
  { ip, userAgent }: Caller,
  account: Account,
): Promise<void> {
  const device = describeDevice(userAgent, account.language)
  await notify(deps, tx, 'new-device', account.id, { values: { device, ip } })
}
