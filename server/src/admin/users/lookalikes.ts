import { USER_NAME_RULE } from '@gatehouse/contract/fields.ts'
import { normaliseIdentifier } from '../../identity/identifiers.ts'
import { hiddenProblem } from '../hidden-characters.ts'
import { refuseFields } from '../refuse-fields.ts'

type Names = { firstName: string; lastName: string; email: string; userName?: string }

/**
 * Nobody is named like somebody else: not by characters that cannot be seen, nor by another's address as user name.
 *
 * @throws AppError invalid_request
 */
export function refuseLookalikes({ firstName, lastName, email, userName = '' }: Names): void {
  const isOthers = userName.includes('@') && normaliseIdentifier(userName) !== normaliseIdentifier(email)
  refuseFields({
    firstName: hiddenProblem(firstName),
    lastName: hiddenProblem(lastName),
    email: hiddenProblem(email),
    userName: isOthers ? USER_NAME_RULE : null,
  })
}
