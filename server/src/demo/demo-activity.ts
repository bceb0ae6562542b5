import type { AuditEvent } from '../audit/record-audit.ts'
import type { CrowdMember } from './demo-crowd.ts'
import type { ApplicationKey, ClientKey } from './demo-organisations.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const DAYS = 30
/** Midnight in India is half past six in the evening in UTC. */
const INDIA_MS = 5.5 * 3_600_000
/** From Sunday on: how many of all come to work. */
const WEEK = [0.08, 0.86, 0.9, 0.88, 0.84, 0.76, 0.28] as const
/** The applications that start their own sign-in are opened by their tile and sign in by OpenID Connect. */
const OPEN_ID: ReadonlySet<ApplicationKey> = new Set(['roadside', 'tow', 'policy', 'leave'])

export type CrowdLine = {
  at: Date
  event: AuditEvent
  person: number
  opens: { application: ApplicationKey; client: ClientKey } | null
}

/** What the crowd did in the last thirty days, in the order of time: weekdays are busy, Sundays are not. */
export function makeActivity(crowd: readonly CrowdMember[], now: Date, random: () => number): CrowdLine[] {
  const today = Math.floor((now.getTime() + INDIA_MS) / DAY_MS) * DAY_MS
  const lines: CrowdLine[] = []
  for (let ago = DAYS - 1; ago >= 0; ago--) {
    const day = today - ago * DAY_MS
    const share = WEEK[new Date(day).getUTCDay()] as number
    for (const [person, { state, assignments }] of crowd.entries()) {
      // Drawn for everybody alike, so that nothing depends on the hour of the first start.
      const [comes, hour, slips, opens] = [random(), random(), random(), random()]
      const add = (event: AuditEvent, at: number, opened: CrowdLine['opens'] = null) =>
        lines.push({ at: new Date(at), event, person, opens: opened })
      const came = day - INDIA_MS + (8.5 + 2.5 * hour) * 3_600_000
      if (state === 'locked' && ago < 5) {
        for (let tries = 0; tries < 6; tries++) add('signin.failed', came + tries * MINUTE_MS)
        add('signin.throttled', came + 6 * MINUTE_MS)
      }
      if (comes >= share || (state !== 'active' && !(state === 'locked' && ago > 5))) continue
      if (slips < 0.09) add('signin.failed', came - MINUTE_MS)
      add('signin.completed', came)
      for (const [place, { application, client }] of assignments.entries()) {
        // Nobody opens everything on every day.
        if (Math.floor(opens * 100 + place) % 3 === 0) continue
        const at = came + (2 + place * 95) * MINUTE_MS
        add('launch.granted', at, { application, client })
        add(OPEN_ID.has(application) ? 'oidc.signed-in' : 'launch.redeemed', at + 1000, { application, client })
      }
    }
  }
  return lines.filter(({ at }) => at < now).sort((one, other) => one.at.getTime() - other.at.getTime())
}
