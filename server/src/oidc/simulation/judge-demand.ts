import type { AskedRequest, PersonFacts } from './judge-all.ts'
import { asks, fails, type Judged, passes } from './judged.ts'

/** Judges the sign-in that role, client and application need (ADR 0096); `null` while nothing is needed or known. */
export function judgeDemand({ client }: AskedRequest, prompts: string[], person: PersonFacts): Judged | null {
  const { assignments, hasStrongFactor, hasPasskey } = person
  const open = assignments.filter(({ isActive, isCurrent }) => isActive && isCurrent)
  const [only, ...others] = open.filter(({ clientId, uuid }) => ['', clientId, uuid].includes(client))
  if (only === undefined || others.length > 0) return null
  const { needsStrong, minutes, lacks } = only.demand
  const isSilent = prompts.includes('none')
  if (lacks === 'passkey') {
    if (isSilent) return fails('login_required', 'demand_passkey_forbidden')
    return asks(hasPasskey ? 'demand_passkey' : 'demand_passkey_missing')
  }
  if (lacks === 'strong') {
    if (isSilent) return fails('login_required', 'demand_strong_forbidden')
    return asks(hasStrongFactor ? 'demand_strong' : 'demand_strong_missing')
  }
  if (lacks === 'recent') {
    const values = { minutes: String(minutes) }
    return isSilent ? fails('login_required', 'demand_recent_forbidden', values) : asks('demand_recent', values)
  }
  return needsStrong || minutes !== null ? passes('demand_met') : null
}
