import { fullName } from '@gatehouse/contract/people.ts'
import sql from 'sql-template-tag'
import { diffOf } from '../audit/changes.ts'
import { recordAudit } from '../audit/record-audit.ts'
import { countAttempt } from '../counting/count-attempt.ts'
import type { Deps } from '../deps.ts'
import { AppError } from '../errors.ts'
import { actingDetail, ownLimit, ownLine, type Person, signedInAs } from '../identity/actor.ts'
import { changedPart, requireSoundPerson } from '../identity/require-sound-person.ts'

type Name = { firstName: string; lastName: string }

/**
 * Changes the caller's own name. The same name again changes nothing.
 *
 * @throws AppError invalid_request, too_many_attempts
 */
export async function changeName(deps: Deps, person: Person, ip: string, name: Name) {
  const { userId, user } = person
  requireSoundPerson(changedPart({ firstName: user.firstName, lastName: user.lastName }, name))
  if (diffOf({ firstName: user.firstName, lastName: user.lastName }, name).length === 0) return name
  await countAttempt(deps, [{ bucket: 'name-changes', of: userId }], ownLimit(person))
  await deps.db.transaction(async (tx) => {
    const { rows } = await tx.execute<Name>(sql`
      select first_name as "firstName", last_name as "lastName" from users
      where id = ${userId} and deleted_at is null for no key update`)
    const [before] = rows
    if (before === undefined) throw new AppError('not_signed_in')
    const changes = diffOf(before, name)
    if (changes.length === 0) return
    await tx.execute(sql`
      update users set first_name = ${name.firstName}, last_name = ${name.lastName}, version = version + 1, updated_at = now(),
        updated_by = ${signedInAs(person)} where id = ${userId}`)
    const detail = { name: fullName(name), changes, ...actingDetail(person) }
    await recordAudit(tx, { event: 'users.updated', ...ownLine(person), ip, detail })
  })
  deps.outbox.wake()
  return name
}
