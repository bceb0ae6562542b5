import { fullName } from '@gatehouse/contract/people.ts'
import type { Db } from '../db/database.ts'
import { type Account, findAccountById, findAccountByIdentifier } from '../identity/users.ts'
import { UsageError } from './command.ts'

const ID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/**
 * The person that the words of a command name: by id, email, user id or confirmed phone number.
 *
 * @throws UsageError
 */
export async function findPerson(db: Db, words: string[]): Promise<Account> {
  const [given, ...more] = words
  if (given === undefined || more.length > 0) throw new UsageError('Give the id, email or user id of one person.')
  const found = await (ID.test(given) ? findAccountById(db, given) : findAccountByIdentifier(db, given))
  if (found === null) throw new Error(`There is no person ${given}.`)
  return found
}

/** The account with everything that its person may type to sign in. */
export const limitedOf = ({ id, email, userName, phoneNumber }: Account) => ({
  id,
  identifiers: [email, userName, phoneNumber].filter((one) => one !== ''),
})

export const nameOf = ({ firstName, lastName }: Account) => fullName({ firstName, lastName })
