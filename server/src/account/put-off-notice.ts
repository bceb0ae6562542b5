import type { Input } from '@gatehouse/contract/endpoint.ts'
import { NOTICES } from '@gatehouse/contract/notices.ts'
import { OPTIONAL_NOTICES, type OptionalNotice, type putOffNotice } from '@gatehouse/contract/own-notices.ts'
import { fullName } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import { recordAudit } from '../audit/record-audit.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Executor } from '../db/database.ts'
import type { Deps } from '../deps.ts'
import { actingDetail, ownLimit, ownLine, type Person } from '../identity/actor.ts'

/** What a person has put off, in the order of the catalogue. Names of another release are left out. */
export async function readPutOff(on: Executor, userId: string): Promise<OptionalNotice[]> {
  const { rows } = await on.execute<{ stored: string[] }>(
    sql`select notices_put_off as stored from users where id = ${userId}`,
  )
  return OPTIONAL_NOTICES.filter((notice) => rows[0]?.stored.includes(notice))
}

/**
 * Puts a kind of message off, or has it sent again; `writeMessage` respects it.
 *
 * @throws AppError too_many_attempts
 */
export async function putOff(
  deps: Deps,
  person: Person,
  ip: string,
  { notice, isPutOff }: Input<typeof putOffNotice>,
): Promise<OptionalNotice[]> {
  const { userId, user } = person
  await countAttempt(deps, [{ bucket: 'preference-changes', of: userId }], ownLimit(person))
  return deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<{ before: string[] }>(sql`
      with was as (select id, notices_put_off as before from users where id = ${userId} for no key update)
      update users u set notices_put_off = case when ${isPutOff} then array_append(was.before, ${notice}::text)
        else array_remove(was.before, ${notice}::text) end
      from was where u.id = was.id and (${notice}::text = any(was.before)) <> ${isPutOff} returning was.before`)
    const after = await readPutOff(tx, userId)
    const [changed] = rows
    if (changed === undefined) return after
    const before = OPTIONAL_NOTICES.filter((name) => changed.before.includes(name))
    const changes = [{ field: 'noticesPutOff', before: titlesOf(before), after: titlesOf(after) }]
    const detail = { name: fullName(user), changes, ...actingDetail(person) }
    await recordAudit(tx, { event: 'users.preferences-changed', ...ownLine(person), ip, detail })
    return after
  })
}

const titlesOf = (names: OptionalNotice[]): string | null =>
  names.length === 0 ? null : names.map((name) => NOTICES[name].title).join(', ')
