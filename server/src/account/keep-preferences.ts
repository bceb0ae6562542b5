import type { Input } from '@gatehouse/contract/endpoint.ts'
import type { Preferences, setPreferences } from '@gatehouse/contract/own-preferences.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import { diffOf } from '../audit/changes.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import type { Person } from '../identity/actor.ts'
import { findPreferences } from '../identity/preferences.ts'

/**
 * Stores what the caller has chosen; the rest stays.
 *
 * @throws AppError too_many_attempts
 */
export async function keepPreferences(
  deps: Deps,
  { userId, sessionId, user }: Person,
  ip: string,
  { language, theme, timeZone }: Input<typeof setPreferences>,
): Promise<Preferences> {
  await countAttempt(deps, [{ bucket: 'preference-changes', of: userId }], { subjectId: userId })
  return deps.db.transaction(async (tx) => {
    // Two choices at once, such as in two tabs, are stored one after the other.
    await tx.execute(sql`select 1 from users where id = ${userId} for no key update`)
    const before = await findPreferences(tx, userId)
    if (before === null) throw new AppError('not_signed_in')
    const after = {
      language: language ?? before.language,
      theme: theme ?? before.theme,
      timeZone: timeZone === undefined ? before.timeZone : timeZone,
    }
    const changes = diffOf(before, after)
    if (changes.length === 0) return after
    // Not a change of the record that administrators edit: their forms stay valid.
    await tx.execute(sql`
      update users set language = coalesce(${after.language}, language), language_chosen = ${after.language !== null},
        theme = ${after.theme}, time_zone = ${after.timeZone} where id = ${userId}`)
    const by = { actorId: userId, subjectId: userId, sessionId, ip }
    const detail = { name: fullName(user), changes }
    await recordAudit(tx, { event: 'users.preferences-changed', ...by, detail })
    return after
  })
}
