import { recordAudit } from '../audit/record-audit.ts'
import type { Deps } from '../deps.ts'
import type { StandingProof } from '../factors/proof-stands.ts'
import { type RememberedCookie, rememberBrowser } from '../factors/remembered-browsers.ts'
import type { Account } from '../identity/users.ts'
import { notify } from '../notifications/notify.ts'
import { describeDevice } from '../sessions/describe-device.ts'
import type { Caller } from './caller.ts'

/** Remembers the browser in which both steps were given, as the person has asked. `null`: it may not be. */
export async function rememberThisBrowser(
  deps: Deps,
  { ip, userAgent, rememberedCookie }: Caller,
  { id: userId, language }: Account,
  { sessionId, proof }: { sessionId: string; proof: StandingProof },
): Promise<RememberedCookie | null> {
  const made = await deps.db.transaction(async (tx) => {
    const cookie = await rememberBrowser(tx, { userId, sessionId, proof, ip, userAgent }, rememberedCookie)
    if (cookie === null) return null
    await recordAudit(tx, { event: 'browsers.remembered', actorId: userId, subjectId: userId, sessionId, ip })
    const values = { device: describeDevice(userAgent, language), ip }
    await notify(deps, tx, 'browser-remembered', userId, { values })
    return cookie
  })
  if (made !== null) deps.outbox.wake()
  return made
}
