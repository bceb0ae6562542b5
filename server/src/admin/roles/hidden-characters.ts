import { ERRORS } from '@gatehouse/contract/errors.ts'
import { hasHiddenCharacters } from '../../identity/identifiers.ts'

/** What is wrong with a name that does not read as it is written, or `null`. */
export function hiddenProblem(name: string): string | null {
  return hasHiddenCharacters(name) ? ERRORS.invalid_request.msg : null
}
