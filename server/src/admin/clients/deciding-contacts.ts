import type { pocs } from '@gatehouse/contract/admin/clients/pocs.ts'
import type { Input } from '@gatehouse/contract/endpoint.ts'
import sql from 'sql-template-tag'
import type { Tx } from '../../db/database.ts'
import { normaliseIdentifier } from '../../identity/identifiers.ts'
import { requireMayGiveAccess } from '../engine/guard/gives-access.ts'
import { requireMayTouch } from '../engine/guard/guard.ts'
import { lockPeople } from '../engine/guard/people.ts'
import type { Author } from '../engine/store.ts'

type Contact = {
  pocEmail: string
  pocAlternateEmail: string
  clientId: string
  decidesRequests?: boolean | undefined
}

/**
 * Judges a change of who decides about requests for access as a contact of a client (ADR 0101): whoever makes it must be allowed to
 * assign applications, and is judged about each account with an address of the contact, before and after, as about an assignment.
 *
 * @param before `null`: the contact is new
 * @throws AppError not_allowed without `users:write`; above_you, not_yourself
 */
export async function judgeDecider(tx: Tx, by: Author, before: Contact | null, after: Contact): Promise<void> {
  const { person } = by
  const [was, is] = [decidingPart(before), decidingPart(after)]
  // An operator at the command line is not judged.
  if (was === is || person.userId === null) return
  requireMayGiveAccess(by, 'Contacts who decide about requests give access. To change them you also need users:write.')
  const emails = [before, after].flatMap((contact) => (contact?.decidesRequests ? emailsOf(contact) : []))
  for (const id of await findAccounts(tx, emails)) await requireMayTouch(tx, person, 'assignment', id)
}

/** Locks the accounts of a contact, as it is and as it becomes, before the contact: people come first in every change. */
export async function lockDeciders(tx: Tx, id: string, changes: Input<typeof pocs.update> | null): Promise<void> {
  const { rows } = await tx.execute<Contact>(sql`
    select email as "pocEmail", alternate_email as "pocAlternateEmail", decides_requests as "decidesRequests"
    from pocs where id = ${id}`)
  const [contact] = rows
  if (!contact?.decidesRequests && !changes?.decidesRequests) return
  const emails = [contact, changes].flatMap((one) => (one ? emailsOf(one) : []))
  await lockPeople(tx, accountsOf(emails))
}

/** The fields of a contact on which it depends who decides, as one text to compare. */
const decidingPart = (contact: Contact | null) =>
  contact?.decidesRequests ? JSON.stringify([contact.clientId, ...emailsOf(contact)]) : ''

const emailsOf = ({ pocEmail, pocAlternateEmail }: Pick<Contact, 'pocEmail' | 'pocAlternateEmail'>) =>
  [pocEmail, pocAlternateEmail].map(normaliseIdentifier)

async function findAccounts(tx: Tx, emails: string[]): Promise<string[]> {
  const { rows } = await tx.execute<{ id: string }>(accountsOf(emails))
  return rows.map(({ id }) => id)
}

const accountsOf = (emails: string[]) => sql`
  select distinct i.user_id as id from user_identifiers i join users u on u.id = i.user_id and u.deleted_at is null
  where i.kind = 'email' and i.value = any(${emails.map(normaliseIdentifier)}::text[]) order by 1`
