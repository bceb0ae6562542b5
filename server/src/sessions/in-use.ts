import { isPersonActive } from '../db/is-person-active.ts'
import { LIFETIMES } from './lifetimes.ts'

const { idleSeconds, totalSeconds } = LIFETIMES.administrator

/**
 * Condition on a session `s` of a user `u`: it signs the person in. A person with permissions has an administrator's
 * lifetime, even when the role was assigned after the session began.
 */
export const IS_IN_USE = `s.ended_at is null and s.expires_at > now()
    and s.last_seen_at + make_interval(secs => s.idle_seconds) > now()
    and ${isPersonActive('u')}
    and (not exists (select 1 from role_permissions rp where rp.role_id = u.role_id)
      or s.last_seen_at + interval '${idleSeconds} seconds' > now()
        and s.authenticated_at + interval '${totalSeconds} seconds' > now())`
